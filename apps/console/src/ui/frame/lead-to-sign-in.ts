/** A session that ran out leads back to the sign-in page, and from there to where it was. */
export function leadToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}
