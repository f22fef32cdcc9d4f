/** A prefix, 1234 or 123456 with the separators of thousands, the decimals, a suffix. */
const shape = /^([^\d-]*)1(\D?)(23\D)?(?:234|456)(?:([.,])(\d+))?(\D*)$/;

/**
 * Writes a number as an example shows it: `£1,234.50`, `1.234,50 €`, `1,23,456.50` (India), `1234.0` (at least one decimal), `1234.5`
 * (as many as the number has).
 */
export function spelled(example: string, thousandths: number): string {
  const [, before = "", group = "", indian, decimal = ".", fraction = "", behind = ""] = shape.exec(example) ?? [];
  const size = Math.abs(thousandths);
  const whole = String(Math.floor(size / 1_000));
  const all = `${String(size % 1_000).padStart(3, "0")}0000`;
  const places =
    fraction.length === 1 ? Math.max(all.replace(/0+$/, "").length, fraction === "0" ? 1 : 0) : fraction.length;
  const grouped = whole.replace(indian ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g, group);
  const sign = thousandths < 0 ? "-" : "";
  return `${before}${sign}${grouped}${places ? `${decimal}${all.slice(0, places)}` : ""}${behind}`;
}
