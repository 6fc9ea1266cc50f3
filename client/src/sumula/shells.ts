/** Which addresses are the app's own: its first page, those with a name, and sheets, whose codes have 16 letters. */
const OWN = /^(?:(?:entrar|ver|receber|[\w-]{16})\/)?$/;

/** The page that opens there; nothing where the address is somebody else's, though it begins alike. */
export function shellOf(path: string, shells: readonly string[]): string | undefined {
  return shells.find((one) => path.startsWith(one) && OWN.test(path.slice(one.length)));
}
