const ALLOWED = /^[A-Za-z0-9/:?._*+-]*$/
const SOME_ORIGIN = 'https://octavo.invalid'

/**
 * The path to continue to, or null when it must be refused as "illegal redirect" (spec §5, D16, threats X8): only
 * letters, digits and / : ? . _ * + -, no dot, no double slash, and a path of this site.
 */
export function safeRedirect(value: string): string | null {
  if (!ALLOWED.test(value) || value.includes('.') || value.includes('//')) return null
  if (!value.startsWith('/')) return null
  return URL.canParse(value, SOME_ORIGIN) && new URL(value, SOME_ORIGIN).origin === SOME_ORIGIN ? value : null
}
