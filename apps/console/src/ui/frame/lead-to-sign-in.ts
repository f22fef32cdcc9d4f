/** Opens the sign-in page after the end of a session. Sign-in returns to the current page. */
export function leadToSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}
