"use client";

import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import { Blank } from "../frame/blank.tsx";
import { texts } from "./texts.ts";

/** No product matches the search and filters. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Blank icon={<IconSearchOff size={28} stroke={1.6} />} title={texts.noMatch} text={texts.noMatchText}>
      <Button variant="default" onClick={clear}>
        {texts.clear}
      </Button>
    </Blank>
  );
}
