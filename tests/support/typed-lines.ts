/** Random numbers below 1 that are the same for the same seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What lines of work are made of, and whatever has a meaning in markdown. */
export const TYPED_WORDS = [
  ...'a b2 user_id __init__ SELECT FROM WHERE n/a km/h 3.14 1.10 ^1.2.3 ~1.2 >=4 v2 2026-11-22 1/2 $5 ¥9.90 €3 10% #42'.split(
    ' ',
  ),
  ...'中文 是/否 说明： （见下） “引号” 你好，世界。 https://example.com/a_b?x=1&y=*z* http://[::1]:80/ ftp://h/x_y_ www.example.com/_a_'.split(
    ' ',
  ),
  ...'me@example.com C:\\Users\\new \\\\server\\share ./a/*.ts --flag=x -v {"a":[1,2]} <tag> </tag> <a href="x"> &lt; &amp; &#x41;'.split(
    ' ',
  ),
  ...'^\\d+(a|b)*$ [a-z]+ (?:x) */5 * ** *** ~~ ` `` ``` _ __ | || # ## > - + 1. 2) = == --- *** ~~~ [ ] [x] ![ ]( [^1] $x$ $$'.split(
    ' ',
  ),
  ...'{{a}} ${b} %s :smile: ::: !!! [TOC] [!NOTE] @user \\ \\\\ \\* \\_ <br> <!-- --> ( ) { } \' " ; , . ! ? *a* **b** ~~c~~ `d` [e](f)'.split(
    ' ',
  ),
]
const EDGES = ['', '', '', ' ', ' ', ' ', ' ', '，', '(', ')']

/** A line as somebody might type it. */
export function randomLine(random: () => number): string {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  let line = ''
  for (let words = 1 + Math.floor(random() * 8); words > 0; words -= 1) line += pick(TYPED_WORDS) + pick(EDGES)
  return line.trim()
}
