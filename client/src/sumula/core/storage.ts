/**
 * Where a phone keeps its súmulas: values by key, changed all at once or not at all. In IndexedDB; in memory where a
 * browser lends nothing, and in tests.
 */

/** What a change writes. A key that is both removed and put is put. */
export interface Changes {
  put?: [key: string, value: unknown][];
  remove?: string[];
}

export interface Storage {
  /** Every value whose key starts so, in the order of the keys. */
  read(prefix: string): Promise<[key: string, value: unknown][]>;
  /**
   * Reads some values and writes what follows from them, with nobody in between. It resolves once the change is
   * durable and rejects where nothing of it was written; with `StorageFull` where there was no room.
   */
  change(keys: string[], decide: (values: unknown[]) => Changes): Promise<void>;
}

/** There is no room left: what was to be written is not there. */
export class StorageFull extends Error {
  override name = "StorageFull";
}

/** Forgets everything with the page. */
export class MemoryStorage implements Storage {
  constructor(private readonly values = new Map<string, string>()) {}

  async read(prefix: string): Promise<[string, unknown][]> {
    const keys = [...this.values.keys()].filter((key) => key.startsWith(prefix)).sort();
    return keys.map((key) => [key, this.value(key)]);
  }

  async change(keys: string[], decide: (values: unknown[]) => Changes): Promise<void> {
    const { put = [], remove = [] } = decide(keys.map((key) => this.value(key)));
    for (const key of remove) this.values.delete(key);
    for (const [key, value] of put) this.values.set(key, JSON.stringify(value));
  }

  private value(key: string): unknown {
    const text = this.values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

const DATABASE = "carteado-sumula";
const STORE = "values";

/** The phone's own storage, or memory and `isLasting` false where it lends none (some private windows). */
export async function openStorage(name = DATABASE): Promise<{ storage: Storage; isLasting: boolean }> {
  try {
    const open = (): Promise<IDBDatabase> => openDatabase(name);
    return { storage: new IndexedStorage(await open(), open), isLasting: true };
  } catch {
    return { storage: new MemoryStorage(), isLasting: false };
  }
}

/** Asks the browser not to clear the storage when it wants room; whether it promised. */
export async function askToKeep(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error ?? new Error("no storage"));
    opening.onblocked = () => reject(new Error("no storage"));
  });
}

/** Browsers drop the connection of a page that slept: then it is opened again, before anything is asked of it. */
class IndexedStorage implements Storage {
  constructor(
    private database: IDBDatabase,
    private readonly open: () => Promise<IDBDatabase>,
  ) {}

  async read(prefix: string): Promise<[string, unknown][]> {
    const transaction = this.started("readonly") ?? (await this.restarted("readonly"));
    return new Promise((resolve, reject) => {
      const store = transaction.objectStore(STORE);
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const [keys, values] = [store.getAllKeys(range), store.getAll(range) as IDBRequest<unknown[]>];
      transaction.oncomplete = () => resolve(keys.result.map((key, index) => [String(key), values.result[index]]));
      transaction.onabort = () => reject(failure(transaction.error));
    });
  }

  async change(keys: string[], decide: (values: unknown[]) => Changes): Promise<void> {
    const transaction = this.started("readwrite") ?? (await this.restarted("readwrite"));
    return new Promise((resolve, reject) => {
      const store = transaction.objectStore(STORE);
      let thrown: unknown;
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(thrown ?? failure(transaction.error));
      const asked = keys.map((key) => store.get(key) as IDBRequest<unknown>);
      const write = (): void => {
        try {
          const { put = [], remove = [] } = decide(asked.map((one) => one.result));
          for (const key of remove) store.delete(key);
          for (const [key, value] of put) store.put(value, key);
        } catch (error) {
          thrown = error;
          transaction.abort();
        }
      };
      const last = asked.at(-1);
      if (last) last.onsuccess = write;
      else write();
    });
  }

  /** Nothing where the connection is gone. A transaction must be used in the step that started it. */
  private started(mode: IDBTransactionMode): IDBTransaction | undefined {
    try {
      return this.database.transaction(STORE, mode, { durability: "strict" });
    } catch {
      return undefined;
    }
  }

  private async restarted(mode: IDBTransactionMode): Promise<IDBTransaction> {
    this.database = await this.open();
    return this.database.transaction(STORE, mode, { durability: "strict" });
  }
}

function failure(error: DOMException | null): Error {
  return error?.name === "QuotaExceededError" ? new StorageFull(error.message) : (error ?? new Error("storage failed"));
}
