import { Anchor } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import classes from "./upload.module.css";

interface TemplateLinkProps {
  /** The name of the file. */
  file: string;
  lines: readonly string[];
  children: string;
}

/** A CSV file to fill in. */
export function TemplateLink({ file, lines, children }: TemplateLinkProps) {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`${lines.join("\r\n")}\r\n`)}`;
  return (
    <Anchor href={href} download={file} size="sm" className={classes.template}>
      <IconDownload size={16} aria-hidden="true" /> {children}
    </Anchor>
  );
}
