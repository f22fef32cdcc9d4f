import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { isDialogOpen, openQuestion } from "./dialogs.tsx";
import { texts } from "./texts.ts";
import { isSessionOver } from "./trpc.ts";

/** Whether an address is of the open page. The camera opens over the page, which stays. */
function isHere(address: string): boolean {
  const [to, here] = [address, window.location.href].map((href) => {
    const { origin, pathname, searchParams } = new URL(href);
    searchParams.delete("scan");
    return `${origin}${pathname}?${searchParams}`;
  });
  return to === here;
}

/** The link of a click that leaves the page in this window. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!isPlain || !link || link.target === "_blank" || link.hasAttribute("download")) return undefined;
  return link.origin === window.location.origin && !isHere(link.href) ? link : undefined;
}

/** Asks before a link, Back or the end of the page takes what was typed. A browser without `navigation` asks at Back only for a page load. */
export function useLeaveGuard(isOn: boolean, forget: () => void): void {
  const router = useRouter();
  const ask = useEffectEvent((leave: () => void) => {
    const onConfirm = () => {
      forget();
      leave();
    };
    const { question } = texts.unsaved;
    if (!isDialogOpen()) openQuestion({ ...question, onConfirm });
    // The form is in a dialog.
    else if (window.confirm(`${question.title} ${question.text}`)) onConfirm();
  });
  const follow = useEffectEvent((path: string) => router.push(path));
  useEffect(() => {
    if (!isOn) return;
    let isLeaving = false;
    const leaveBy = (leave: () => void) =>
      ask(() => {
        isLeaving = true;
        leave();
      });
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving && !isSessionOver()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = leavingLink(event);
      if (!link || isLeaving) return;
      event.preventDefault();
      event.stopPropagation();
      leaveBy(() => follow(link.pathname + link.search + link.hash));
    };
    const onNavigate = (event: NavigateEvent) => {
      const { key, url } = event.destination;
      if (isLeaving || event.navigationType !== "traverse" || !event.cancelable || (url && isHere(url))) return;
      event.preventDefault();
      leaveBy(() => void window.navigation.traverseTo(key));
    };
    const history = "navigation" in window ? window.navigation : undefined;
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    history?.addEventListener("navigate", onNavigate);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
      history?.removeEventListener("navigate", onNavigate);
    };
  }, [isOn]);
}
