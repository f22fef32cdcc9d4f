"use client";

import { type ComponentType, useEffect, useReducer, useRef } from "react";
import { texts } from "./texts.ts";
import { showToast } from "./toasts.ts";

/** Time after which a page has painted and answers the first clicks. */
const AFTER_MS = 3_000;

/**
 * The code of a dialog or menu comes after the page: before a connection can be lost, or when the part first opens. If the code
 * cannot be loaded, a message says so, and the next click tries again.
 * @returns the part, and a hook for the component that opens it
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const get = async (): Promise<void> => {
    loaded ??= await load();
  };

  function Later(props: Props) {
    const [, redraw] = useReducer((draws: number) => draws + 1, 0);
    const isLoading = useRef(false);
    useEffect(() => {
      if (loaded || isLoading.current) return;
      isLoading.current = true;
      get()
        .then(redraw, () => showToast({ isError: true, message: texts.unreachable }))
        .finally(() => {
          isLoading.current = false;
        });
    });
    const Part = loaded;
    return Part ? <Part {...props} /> : null;
  }

  const usePreload = () =>
    useEffect(() => {
      const timer = setTimeout(() => void get().catch(() => undefined), AFTER_MS);
      return () => clearTimeout(timer);
    }, []);
  return [Later, usePreload] as const;
}
