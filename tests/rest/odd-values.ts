/** What a program may send where a field expects something else, in JSON. */
// prettier-ignore
export const ODD_VALUES: readonly unknown[] = [
  '', ' ', '\r\n', '0', 0, -0, '-1', -1, 1.5, '1e3', 1e300, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER + 1,
  '99999999999999999999', 'NaN', '-infinity', null, 'undefined', true, false, 'false', 'en', 'zh-cn',
  [], [[]], [null], [0], [-1], [2_147_483_648], [1, 'x', null, {}], '[]', '[1]', '[{}]', '[null]', '[2147483648]',
  {}, '{}', '{"a":1}', { length: 1 }, { toString: 1 }, { hasOwnProperty: 1 }, JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
  "' or 1=1 --", '%', '_', '\\', '\0', 'a\0b', '\uD800', 'x\uDFFFy', '\u202Eevil', '𝒳',
  '.', '..', '../../x', '/', '//x.example', 'javascript:alert(1)', '0000-00-00', '2026-02-30', '9999-12-31 23:59:59',
  'x'.repeat(3_000), 'x'.repeat(300_000), '☃'.repeat(200),
]
