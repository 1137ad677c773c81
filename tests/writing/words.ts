import { linesOf, REAL_LINES } from '../e2e/support/real-lines.ts'
import type { Chance } from '../simulation/chance.ts'

const LINES = Object.values(REAL_LINES).flatMap(linesOf)

/** None of them is a shortcut, alone or beside another one. */
const WORDS = [
  ...['user_id', 'n/a', '80 km/h', '是/否', '50%', '#42', '<div>', '&amp;', '&lt;b&gt;', '\\d+', 'x|y', '1.10'],
  ...[
    '~/bin',
    '$5',
    '"quoted"',
    '“引号”',
    '：',
    '——',
    '🙂',
    '👩‍💻',
    'é',
    '用户登录',
    'https://example.com/a_b?c=d',
    '!',
    '>=',
  ],
  ...[
    '1.',
    '2)',
    '+1',
    '-1',
    '=',
    '--flag',
    '^',
    '@me',
    '{}',
    ';',
    '\\',
    'a\\*b',
    '[1]',
    '<!--',
    ']',
    'http://x.y/z)',
    ':',
  ],
]
/** These mean in markdown what they are. */
const PLAIN = ['user', '80 km/h', '是/否', 'n/a', '用户登录', 'v1.10', '说明，', 'ready', '50%', 'Order 7']

export const realLine = (chance: Chance): string => chance.of(LINES)

/** Words with a blank before each. */
export const wordsOf = (chance: Chance, isPlain: boolean, most = 3): string =>
  Array.from({ length: chance.between(1, most) }, () => ` ${chance.of(isPlain ? PLAIN : WORDS)}`).join('')
