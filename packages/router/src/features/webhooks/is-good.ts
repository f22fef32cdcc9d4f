/** Whether a receiver has taken a call: by a 2xx alone; redirects are bad answers (contract §6, Tries). */
export function isGood({ status }: { status: number | null }): boolean {
  return status !== null && status >= 200 && status < 300;
}
