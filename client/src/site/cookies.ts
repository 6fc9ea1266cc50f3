/** Cookies as text: Django's token is read, preferences are written. */
const YEAR = 31_536_000;

export function readCookie(name: string, cookies: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Keeps a value for a year, or forgets it when it is empty. */
export function writtenCookie(name: string, value: string, { secure }: { secure: boolean }): string {
  const age = value === "" ? 0 : YEAR;
  return `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
