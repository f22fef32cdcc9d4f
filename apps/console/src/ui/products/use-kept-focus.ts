"use client";

import { useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in a table when its focused row leaves the list. The focus moves to the same control of the row that takes the
 * place, or of the last row.
 */
export function useKeptFocus<Table extends HTMLTableElement>(rows: unknown[]) {
  const table = useRef<Table>(null);
  const last = useRef<{ row: number; control: number; element: Element } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the rows
  useLayoutEffect(() => {
    const body = table.current?.tBodies[0];
    const lost = last.current;
    if (body && lost && !lost.element.isConnected && document.activeElement === document.body) {
      const row = body.rows[Math.min(lost.row, body.rows.length - 1)];
      controlsOf(row)[lost.control]?.focus();
    }
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest("tr") : null;
      if (!(target instanceof HTMLElement) || !row) return;
      last.current = { row: row.sectionRowIndex, control: controlsOf(row).indexOf(target), element: target };
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) last.current = undefined;
    };
    body?.addEventListener("focusin", remember);
    body?.addEventListener("focusout", forget);
    return () => {
      body?.removeEventListener("focusin", remember);
      body?.removeEventListener("focusout", forget);
    };
  }, [rows]);
  return table;
}

const controlsOf = (row: Element | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>("a, button, input") ?? []),
];
