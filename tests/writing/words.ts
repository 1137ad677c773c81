import { linesOf, REAL_LINES } from '../e2e/support/real-lines.ts'
import type { Language } from '../e2e/support/words.ts'
import type { Chance } from '../simulation/chance.ts'

const LINES = Object.values(REAL_LINES).flatMap(linesOf)
const CHINESE = [
  ...LINES.filter((line) => /\p{sc=Han}/u.test(line)),
  ...[
    '网关接收所有请求，校验密钥后转发：失败时返回401，并写入日志。',
    '（一）先备份；（二）再执行“DROP TABLE”；（三）通知值班同事！',
    '若p95/p50>4持续10分钟，请呼叫二线；否则不处理（n/a）。',
    '限额=基数*1.5*n，即60*1.5*2=180次；低于10%为绿灯。',
    '《部署手册》第3.2节：把max_conn改为200~300，见【附录A】。',
    '订单状态：待支付→已支付→已发货→已完成、已退款……',
    '请将__KEY__替换为自己的密钥，勿粘贴到工单、聊天或邮件中——切记。',
    '版本≥1.2.0且<2.0；１２３全角数字、ＡＢＣ全角字母照写。',
  ],
]

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

/** Mostly Chinese, where that is the language. */
export const realLine = (chance: Chance, language: Language): string =>
  chance.of(language === 'zh-cn' && chance.happens(0.7) ? CHINESE : LINES)

/** Words with a blank before each. */
export const wordsOf = (chance: Chance, isPlain: boolean, most = 3): string =>
  Array.from({ length: chance.between(1, most) }, () => ` ${chance.of(isPlain ? PLAIN : WORDS)}`).join('')
