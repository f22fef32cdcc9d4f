import { type Ref, useImperativeHandle } from "react";

interface AnchorProps {
  button: () => HTMLElement | null;
  ref?: Ref<HTMLElement>;
}

/** The target of a popup. Its button is elsewhere on the page. */
export function Anchor({ button, ref }: AnchorProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, button, [button]);
  return null;
}
