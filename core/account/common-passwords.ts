/**
 * Passwords common in China and in IT, which general lists lack; in lower case, eight characters or more. Keyboard
 * runs, repetitions and the short words below followed by digits are detected by rule instead.
 */
const COMMON = new Set(
  `
  p@ssword pa$$word contraseña mypass123 password1! change_me letmein! welcome! welcome1! iloveu123 loveme123 fortnite1
  xbox360a louise12 rodrigo1 sandra12 sergio12 mariajose juventus1 mercedesbenz harleydavidson suzuki12 windows7
  windows10 linux123 redhat12 ubuntu12 oracle12 database1 postgres postgresql mysql123 rootroot root1234 toor1234
  server123 adminadmin admin1234 admin@123 admin!23 administrateur manager123 superuser superadmin supervisor1
  support123 sysadmin1 default123 guest123 guestguest tester12 user1234 username1 demo1234 demodemo backup123
  verysecret someday1 autumn12 elephants doggie12 doritos1 corona12 acdc1234 rock4ever musica12 blacklist doctor12
  friend12 galaxy12 johndoe1 lovers12 midnight2 nirvana2 paradox1 protect1 roosevelt secret01 surfer12 switzerland
  thankyou1 thebest1 turquoise woaini1314 woaini520 woaini123 woaiwojia 5201314a a5201314 aini1314 wangyut2 zhang123
  wang1234 liuliu123 li123456 nihaoma1 xiaoming xiaoxiao tianshi1 caonima1 dearbook 110110110 19491001 20080808
  27182818 aaa11111 qqq11111 x1234567 zaq1zaq1 thx11381 showdoc1 octavo12 octavo123 documents
  `.match(/\S+/g),
)

/** Weak with any digits appended. */
const WEAK_STEMS = new Set(
  `password passw0rd pass passwd admin administrator root user test guest demo login welcome hello qwerty qwertz azerty
  asdfgh zxcvbn letmein iloveyou love master monkey dragon shadow sunshine princess football baseball superman michael
  jordan ashley daniel charlie secret abc abcd changeme default woaini octavo showdoc`.match(/\S+/g),
)

/** Keys in a row, letters and digits in order; also read backwards. */
const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '!@#$%^&*()',
].flatMap((run) => [run, Array.from(run).reverse().join('')])

const SHORTEST_PIECE = 3
const isRepetition = (text: string): boolean => /^(.{1,4}?)\1+$/u.test(text)
const isWeakStem = (text: string): boolean => WEAK_STEMS.has(text.replace(/\d{1,8}$/, ''))

/**
 * Whether this is among the first passwords an attacker would try, as far as rules and a short list can tell. Lower
 * case only.
 */
export function isPredictable(text: string): boolean {
  return COMMON.has(text) || isRepetition(text) || isWeakStem(text) || isMadeOfRuns(text)
}

/** Whether the text consists only of pieces of runs, e.g. `123qweasd`. */
function isMadeOfRuns(text: string): boolean {
  const ends = new Set([0])
  for (let end = SHORTEST_PIECE; end <= text.length; end += 1)
    if ([...ends].some((start) => isPieceOfRun(text.slice(start, end)))) ends.add(end)
  return ends.has(text.length)
}

const isPieceOfRun = (piece: string): boolean =>
  piece.length >= SHORTEST_PIECE && RUNS.some((run) => run.includes(piece))
