import { Anchor } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { texts } from "./texts.ts";

/** The link to the products of the store in the search engine. */
export function Storefront({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm" display="inline-block" py={{ base: 12, sm: 0 }}>
      {texts.storefront.link} <IconExternalLink size={14} aria-label={texts.storefront.newTab} />
    </Anchor>
  );
}
