import { Anchor } from "@mantine/core";
import { IconDownload } from "../parts/icons.tsx";
import classes from "./upload.module.css";

interface TemplateLinkProps {
  file: string;
  lines: readonly string[];
  children: string;
}

export function TemplateLink({ file, lines, children }: TemplateLinkProps) {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`${lines.join("\r\n")}\r\n`)}`;
  return (
    <Anchor href={href} download={file} size="sm" className={classes.template}>
      <IconDownload size={16} aria-hidden="true" /> {children}
    </Anchor>
  );
}
