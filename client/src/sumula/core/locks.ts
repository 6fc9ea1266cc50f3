/** One tab of a phone at a time. Only to spare requests: what two tabs send at once is kept once all the same. */
import { newId } from "./entries.ts";
import type { Storage } from "./storage.ts";

export interface Lock {
  /** Does the work unless another tab is at it; whether it was done. */
  run(name: string, work: () => Promise<void>): Promise<boolean>;
}

/** Web Locks; on plain http there are none, and a lease in the storage serves. */
export function tabLock(storage: Storage): Lock {
  const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
  return locks ? webLock(locks) : leaseLock(storage, () => Date.now(), tabName());
}

function webLock(locks: LockManager): Lock {
  return {
    run: (name, work) =>
      locks.request(`carteado-sumula/${name}`, { ifAvailable: true }, async (lock) => {
        if (!lock) return false;
        await work();
        return true;
      }),
  };
}

/** A tab that dies holds its lease no longer than this. */
const LEASE_MS = 30_000;

interface Lease {
  holder: string;
  until: number;
}

/** The same before and after a reload: a page need not wait for the lease that it took itself. */
function tabName(): string {
  try {
    const name = sessionStorage.getItem("sumula-tab") ?? newId();
    sessionStorage.setItem("sumula-tab", name);
    return name;
  } catch {
    return newId();
  }
}

export function leaseLock(storage: Storage, now: () => number, me = newId()): Lock {
  const keyOf = (name: string): string => `lease/${name}`;
  const take = async (name: string): Promise<boolean> => {
    let isMine = false;
    await storage.change([keyOf(name)], ([held]) => {
      const lease = held as Lease | undefined;
      const left = lease ? lease.until - now() : 0;
      // More is left than was ever lent: the clock went back.
      isMine = !lease || lease.holder === me || left <= 0 || left > LEASE_MS;
      return isMine ? { put: [[keyOf(name), { holder: me, until: now() + LEASE_MS } satisfies Lease]] } : {};
    });
    return isMine;
  };
  const giveBack = (name: string): Promise<void> =>
    storage.change([keyOf(name)], ([held]) =>
      (held as Lease | undefined)?.holder === me ? { remove: [keyOf(name)] } : {},
    );
  return {
    run: async (name, work) => {
      const isMine = await take(name).catch(() => true); // a phone without room sends all the same
      if (!isMine) return false;
      try {
        await work();
        return true;
      } finally {
        await giveBack(name).catch(() => undefined);
      }
    },
  };
}
