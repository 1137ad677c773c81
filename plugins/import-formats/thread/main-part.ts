export type OfficeExtension = '.docx' | '.xlsx'

/** The part of an office file with its text; programs name its folder and number it as they like. */
export const MAIN_PART: Readonly<Record<OfficeExtension, RegExp>> = {
  '.docx': /^[^/]+\/document\d*\.xml$/i,
  '.xlsx': /^[^/]+\/workbook\d*\.xml$/i,
}
