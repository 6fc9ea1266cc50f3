/**
 * `[data-https-test="ADDRESS"]` shows one of its `[data-when]`: whether this device can read the address, which speaks
 * https with a certificate of its own. Without scripts, the link inside it opens the https page, where the browser says
 * so.
 */
type Answer = "asking" | "trusted" | "not-yet";

const PATIENCE_MS = 8000;

export function startTrust(): void {
  const test = document.querySelector<HTMLElement>("[data-https-test]");
  if (!test) return;
  const ask = (): void => void look(test);
  test.querySelector("[data-test-again]")?.addEventListener("click", (click) => {
    click.preventDefault();
    ask();
  });
  // Back from the settings, where the second step is.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
  ask();
}

async function look(test: HTMLElement): Promise<void> {
  show(test, "asking");
  show(test, (await trusts(test.dataset["httpsTest"] ?? "")) ? "trusted" : "not-yet");
}

async function trusts(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

function show(test: HTMLElement, answer: Answer): void {
  for (const part of test.querySelectorAll<HTMLElement>("[data-when]")) part.hidden = part.dataset["when"] !== answer;
}
