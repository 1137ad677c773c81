import type { Amount, HostileImport } from './hostile-import.ts'
import { list } from './hostile-schemas.ts'

const yaml = (name: string, problem: RegExp | null, rest: () => string): HostileImport => ({
  name: `a YAML document ${name}`,
  fileName: 'a.yaml',
  problem,
  bytes: () => Buffer.from(`openapi: 3.1.0\ninfo: { title: Hostile }\n${rest()}`),
})
const PATHS = 'paths: { /a: { get: {} } }\n'

/** Documents whose signs, anchors and levels are many. */
export const hostileYaml = (amount: Amount): readonly HostileImport[] => [
  yaml(
    'with aliases of aliases',
    /uses its anchors too often/,
    () =>
      `x: &a0 [1,1,1,1,1,1,1,1,1,1]\n${list(12, (at) => `x${at}: &a${at + 1} [${list(10, () => `*a${at}`).join(',')}]`).join('\n')}\npaths: {}\n`,
  ),
  yaml('with 200,000 anchors and aliases', /too long for YAML/, () =>
    list(200_000, (at) => `x${at}: &a${at} 1\ny${at}: *a${at}\n`).join(''),
  ),
  yaml(
    'with aliases in an anchor',
    /anchors too often/,
    () =>
      `a: &a 1\nx: &x [${list(9_000, () => '*a').join(', ')}]\ny: [${list(300, () => '*x').join(', ')}]\npaths: { /a: { get: {} } }\n`,
  ),
  yaml(
    'that merges a large mapping often',
    /uses its anchors too often/,
    () => `x: &a { ${list(5_000, (at) => `k${at}: 1`).join(', ')} }\ny:\n${list(9_000, () => '  - <<: *a\n').join('')}`,
  ),
  yaml('that merges itself', /anchor/, () => 'x: &a\n  <<: *a\npaths: {}\n'),
  yaml('that merges a text', /merges something that is no mapping/, () => 'x: &a text\ny:\n  <<: *a\n'),
  yaml('with an alias of nothing', /has no anchor nothing before line 4/, () => 'paths: {}\nx: *nothing\n'),
  yaml('with lists in lists', /nested too deeply \(line 3\)/, () => `x: ${'['.repeat(100_000)}`),
  yaml('with mappings in mappings', /nested too deeply/, () => list(2_000, (at) => `${' '.repeat(at)}a:`).join('\n')),
  yaml(
    'with keys that are mappings',
    null,
    () => `x:\n  ? { a: 1 }\n  : b\n  ? [1, 2]\n  : c\npaths: { /a: { get: {} } }\n`,
  ),
  yaml(
    'with tags of programs',
    null,
    () =>
      `x: !!python/object/apply:os.system ["touch /tmp/hacked"]\ny: !!js/function 'function () {}'\nz: !!binary aGk=\npaths: { /a: { get: {} } }\n`,
  ),
  yaml(
    'with thousands of unknown tags',
    null,
    () => `x: [${list(amount(100_000), (at) => `!t${at} a`).join(', ')}]\npaths: { /a: { get: {} } }\n`,
  ),
  yaml('of 15 MB', /too long for YAML/, () => `x: "${'a'.repeat(15_000_000)}"\n`),
  yaml(
    'of 8 MB of short lines',
    /too long for YAML/,
    () => `x:\n${'  - a\n'.repeat(1_300_000)}paths: { /a: { get: {} } }\n`,
  ),
  yaml('of several documents', /There are no pages/, () => 'paths: {}\n---\nopenapi: 3.0.0\n---\n'),
  yaml(
    'with a name of all objects',
    null,
    () => '__proto__: { polluted: true }\npaths: { __proto__: { get: {} }, /a: { get: { summary: a } } }\n',
  ),
  yaml('of 14 MB of brackets', /too long for YAML/, () => `x: [${'[],'.repeat(4_800_000)}]\n${PATHS}`),
  yaml('of as many brackets as may be', null, () => `x: [${'[],'.repeat(amount(124_000))}]\n${PATHS}`),
  yaml('of pairs in brackets', null, () => `x: [${':,'.repeat(amount(124_000))}a]\n${PATHS}`),
  yaml(
    'of pairs in braces',
    null,
    () => `x: {${list(amount(249_000), (at) => `${at.toString(36)},`).join('')}}\n${PATHS}`,
  ),
  yaml(
    'of 590,000 short members',
    /values/,
    () => `x:\n${list(590_000, (at) => ` ${at.toString(36)}: a\n`).join('')}${PATHS}`,
  ),
  yaml(
    'of members in members, each divided',
    /too long for YAML/,
    () =>
      `x:\n${list(9_000, (at) => ` ${at}:\n${list(60, (each) => `  ${each}:\n   a: b\n`).join('')}`).join('')}${PATHS}`,
  ),
  yaml('of dashes behind dashes', null, () => `x:\n${`${'- '.repeat(480)}a\n`.repeat(amount(500))}${PATHS}`),
  yaml('with a key of megabytes', null, () => `${'a'.repeat(amount(13_000_000))}: 1\n${PATHS}`),
  yaml(
    'with keys of hundreds of kilobytes',
    null,
    () => `${list(14, (at) => `${at}${'a'.repeat(amount(1_000_000))}: 1\n`).join('')}${PATHS}`,
  ),
  yaml('with a block of megabytes', null, () => `x: |\n${`  ${'a'.repeat(50)}\n`.repeat(amount(240_000))}${PATHS}`),
  yaml('with a folded block of lines of one letter', null, () => `x: >\n${' a\n'.repeat(amount(249_000))}${PATHS}`),
  yaml('with a plain text over thousands of lines', null, () => `x: a\n${' a\n'.repeat(amount(249_000))}${PATHS}`),
  yaml(
    'with a quoted text of nothing but escapes',
    null,
    () => `x: "${String.raw`\u0041`.repeat(amount(2_000_000))}"\n${PATHS}`,
  ),
  yaml('with thousands of documents', null, () => `${PATHS}${'---\na\n'.repeat(amount(40_000))}`),
  yaml('with thousands of comments', null, () => `${'# comment\n'.repeat(amount(240_000))}${PATHS}`),
  yaml(
    'with an error behind thousands of lines',
    /no valid YAML \(line \d+/,
    () => `${'\n'.repeat(amount(240_000))}x: ]\n`,
  ),
  yaml(
    'with a mapping merged often',
    null,
    () =>
      `x: &a { ${list(amount(500), (at) => `k${at}: 1`).join(', ')} }\ny:\n${list(amount(500), () => '  - <<: *a\n').join('')}${PATHS}`,
  ),
  yaml(
    'with mappings that merge each other',
    /anchors too often/,
    () =>
      `x0: &a0 { a: 1 }\n${list(60, (at) => `x${at + 1}: &a${at + 1} { <<: [*a${at}, *a${at}], k${at}: 1 }\n`).join('')}${PATHS}`,
  ),
  yaml(
    'with anchors as keys',
    null,
    () => `x: &a [${'a,'.repeat(amount(50_000))}]\ny:\n${'  ? *a\n  : 1\n'.repeat(10)}${PATHS}`,
  ),
  yaml(
    'with thousands of anchors on one value in one line after another',
    /no valid YAML|too deeply/,
    () => `x:\n${list(amount(10_000), (at) => ` &a${at}\n`).join('')} a\n${PATHS}`,
  ),
  yaml(
    'with properties before properties',
    null,
    () => `x:\n${list(amount(400), (at) => `${' '.repeat(at + 1)}&a${at} k:\n`).join('')}${PATHS}`,
  ),
  yaml('with question marks', /too long for YAML/, () => `${'? '.repeat(400)}a\n${'? a\n'.repeat(240_000)}${PATHS}`),
  yaml('that begins with tabs', /no valid YAML/, () => `x:\n${'\ta: 1\n'.repeat(amount(100_000))}${PATHS}`),
  yaml(
    'with numbers of endless digits',
    null,
    () => `x: ${'9'.repeat(amount(7_000_000))}\ny: 0x${'f'.repeat(amount(7_000_000))}\n${PATHS}`,
  ),
  yaml('with thousands of aliases', null, () => `a: &a 1\nx: [${'*a,'.repeat(amount(240_000))}]\n${PATHS}`),
]
