"use client";

import dynamic from "next/dynamic";
import { type ComponentType, useEffect } from "react";

/** Time after which a page has painted and answers the first clicks. */
const AFTER_MS = 3_000;

/**
 * A dialog whose code comes after the page. It is there before a connection can be lost, or when the dialog opens.
 * @returns the dialog, and a hook for the component that opens it
 */
export function loadLater<Props>(load: () => Promise<ComponentType<Props>>) {
  const Later = dynamic(load, { ssr: false });
  const usePreload = () =>
    useEffect(() => {
      const timer = setTimeout(() => void load().catch(() => undefined), AFTER_MS);
      return () => clearTimeout(timer);
    }, []);
  return [Later, usePreload] as const;
}
