/** Megabytes as people read them: two digits behind the point, and never nothing for something. */
export const sizeText = (megabytes: number): string =>
  megabytes > 0 && megabytes < 0.01 ? '< 0.01' : megabytes.toFixed(2)

const KILOBYTES = 1_024

/** What one file takes, with its unit; no file that has something in it takes nothing. */
export function fileSizeText(megabytes: number): string {
  if (megabytes >= KILOBYTES) return `${(megabytes / KILOBYTES).toFixed(2)} GB`
  return megabytes >= 1 ? `${megabytes.toFixed(2)} MB` : `${Math.ceil(megabytes * KILOBYTES)} KB`
}
