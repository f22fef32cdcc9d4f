/** The expressions of the product that can take more than linear time, each with the bound of its input and the source of the bound. */
export const bounded: [expression: RegExp, bound: string][] = [
  [/\/+$/, "2,000 characters: addresses of operators, of clients and of shops"],
  [/\/(?:wp-json|wp-admin)(?:\/.*)?$/, "2,000 characters: the address of a shop"],
  [
    /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi,
    "255 characters: a number format of a workbook (MAX_CODE_LENGTH)",
  ],
  [
    /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[(<|>|<=|>=|=|<>)(-?[\d.]+)\]|(\[[^\]]*\])|([_*].)|(General|E[+-]|(?<=[0#?]\s?)\/[\d#?]+|[0#?.,@])|(;)|(.)/gis,
    "255 characters: a number format of a workbook (MAX_CODE_LENGTH)",
  ],
  [/^\p{Cf}+|\p{Cf}+$/gu, "256 characters: a barcode (LONGEST)"],
  [
    /^https?:\/\/[^\s?#]{1,1000}?\/(?:01|gtin)\/(\d{8}|\d{12,14})(?![^/?#\s])/i,
    "1,000 steps from one start: too many for recheck",
  ],
  [
    /(?<![^\s,;|&:#=([{"'<])\d[\d\s\u2010-\u2015-]{6,30}[\dXx](?![^\s,;|&:)\]}"'>])/g,
    "256 characters: a cell with a barcode (LONGEST)",
  ],
  [
    /\s*(?:pcs?|pces?|pieces?|pi[eè]ces?|items?|units?|unit\(s\)|copy|copies|ex|exemplaires?|exemplare?|(?<=\d\+?\s)(?:in stock|available)|ea|each|stk|stck|st|stück|stueck|stuks?|uds?|unid|unidad(?:es)?|pzs?|pezz[io]|szt|ks|nos|kpl|db|adet|шт|個|点)\.?$/iu,
    "64 characters: a quantity (MAX_NUMBER_LENGTH)",
  ],
  [
    /^((?:[^\d.,]|(?<=[^\s\p{Sc}+-])[.,])*)([.,]?\d(?:.*\d)?[.,]?)(\D*)$/su,
    "64 characters: a price (MAX_NUMBER_LENGTH)",
  ],
  [/(?<=\d)[.,:/][-–—]{1,2}(?!.*\d)/s, "64 characters: a price (MAX_NUMBER_LENGTH)"],
  [
    /^(?:##+|#N\/?[A-Z]{1,4}|#[A-Z0-9/_]{2,20}[!?]|Err:\d{3}|\[object Object\])$/i,
    "64 characters: a barcode (MAX_BARCODE_LENGTH)",
  ],
  [/(\w+) (\S)/g, "a constant of its file"],
  [/=+$/, "44 characters: a digest"],
  [/!?\[([^\]\n]{0,300})\]\([^()\s]{1,300}\)/g, "our own guides, read once"],
  [/(!?)\[([^\]]{0,300})\]\(([^()\s]{1,300})\)/g, "our own guides, read once"],
  [/<\/?[a-z]{1,10}[^<>]{0,200}>/gi, "5,000 characters: a description, and 210 steps from one start"],
];

/** Expressions that `RegExp` builds, each with a part of its source, and why their time is bounded. */
export const built: { file: string; part: string; why: string }[] = [
  {
    file: "packages/feeds/src/lines/header-name.ts",
    part: "{withWord}",
    why: "500 characters: a name of a column (MAX_NAME_LENGTH)",
  },
  {
    file: "packages/feeds/src/lines/header-name.ts",
    part: "{withoutWord}",
    why: "500 characters: a name of a column (MAX_NAME_LENGTH)",
  },
];
