/** Megabytes as people read them: two digits behind the point, and never nothing for something. */
export const sizeText = (megabytes: number): string =>
  megabytes > 0 && megabytes < 0.01 ? '< 0.01' : megabytes.toFixed(2)
