/** The browser's offer to install the súmula, kept until somebody takes it. */
interface Offer extends Event {
  prompt: () => Promise<unknown>;
}

export const installing: { offer: Offer | null; isInstalled: boolean } = $state({
  offer: null,
  isInstalled: globalThis.matchMedia?.("(display-mode: standalone)").matches ?? false,
});

export function watchInstalling(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installing.offer = event as Offer;
  });
  addEventListener("appinstalled", () => {
    installing.offer = null;
    installing.isInstalled = true;
  });
}

export async function install(): Promise<void> {
  await installing.offer?.prompt();
  installing.offer = null;
}
