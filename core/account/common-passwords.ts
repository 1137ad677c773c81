/**
 * Passwords that guessers try first, in lower case and of eight characters or more. A compact list of our own; runs of
 * keys, repetitions and the short words below with digits behind them are found by rule instead.
 */
const COMMON = new Set(
  `
  password passw0rd p@ssword p@ssw0rd pa$$word pa55word passwort password! passwords motdepasse contrasena contraseña
  mypassword mypass123 password1! changeme changeit changeme1 change_me letmein1 letmein! letmeinnow welcome! welcome1!
  iloveyou iloveyou! iloveyou2 iloveu123 iloveme1 loveyou1 loveme123 sweetheart beautiful princess princesa babygirl
  babygirl1 baby1234 butterfly sunshine sunflower chocolate strawberry blueberry raspberry cherries cupcakes football
  football1 baseball basketball volleyball softball1 swimming wrestling bowling1 snowboard skateboard superman superman1
  batman123 spiderman wolverine ironman1 starwars startrek stargate matrix123 terminator godzilla predator transformers
  pokemon1 pokemon123 minecraft fortnite1 nintendo playstation gamecube xbox360a warcraft starcraft counter1 halflife
  michelle jennifer jessica1 nicholas michael1 jonathan patricia elizabeth alexander alexandra alexandre alejandro
  andrea12 anthony1 benjamin brandon1 brittany caroline catherine charles1 charlie1 charlotte christian christina
  christine christopher courtney cristina danielle daniel12 dominique fernando florence francesco francis1 frederic
  gabriela gabriel1 giovanni gonzalez hernandez isabella jacqueline jasmine1 jordan23 joseph12 katherine kathleen
  kimberly kristina lawrence leonardo lorraine louise12 madison1 margaret marianne mariposa martinez matthew1 melissa1
  mercedes mitchell montana1 muhammad mohammed natalie1 nathalie nathan12 patrick1 penelope phillips rebecca1 ricardo1
  richard1 roberto1 robinson rodrigo1 rodriguez samantha sandra12 santiago scarlett sebastian sergio12 sophie12 spencer1
  stephanie stephen1 theodore thompson valentina valentin vanessa1 veronica victoria vincent1 virginia william1 williams
  zachary1 mariajose juancarlos liverpool1 liverpool chelsea1 manchester manunited arsenal1 barcelona juventus1 realmadrid
  chicago1 yankees1 cowboys1 steelers redskins patriots dolphins packers1 broncos1 raiders1 lakers24 eagles12 panthers
  corvette mustang1 ferrari1 porsche1 lamborghini chevrolet chevelle cadillac mercedesbenz harley01 harleydavidson suzuki12
  yamaha12 kawasaki motorola samsung1 computer computer1 internet internet1 explorer microsoft windows1 windows7 windows10
  linux123 redhat12 ubuntu12 oracle12 database database1 postgres postgresql mysql123 rootroot root1234 toor1234 server123
  adminadmin admin1234 admin@123 admin!23 administrator administrateur manager1 manager123 operator supervisor sysadmin
  superuser superadmin supervisor1 security security1 support1 support123 system32 sysadmin1 default1 default123 guest123
  guestguest testtest test1234 tester12 testing1 testing123 testpass temp1234 temppass user1234 username username1 demo1234
  demodemo service1 backup123 secret123 secret12 topsecret mysecret verysecret letmein123 trustno1 whatever whatever1
  nothing1 anything everything something someday1 forever1 forever21 together remember november december february
  september october1 january1 thursday saturday wednesday summer12 winter12 spring12 autumn12 midnight midnight1 moonlight
  starlight daylight rainbow1 rainbows hurricane lightning thunder1 tornado1 mountain waterfall seashell snowflake snowball
  elephant elephants crocodile dolphin1 dragon12 dragon123 dragonball unicorn1 panther1 penguin1 scorpion tigers12 tigger12
  kittycat kitty123 hellokitty puppy123 doggy123 doggie12 rottweiler snickers doritos1 cocacola pepsi123 marlboro budweiser
  heineken guinness corona12 cheese12 cookie12 cookies1 pancakes popcorn1 peanut12 pumpkin1 potatoes tomatoes bananas1
  orange12 oranges1 pineapple metallica nirvana1 slipknot linkinpark greenday blink182 eminem12 rammstein ironmaiden acdc1234
  madonna1 beatles1 rockstar rocknroll rock4ever musica12 guitar12 drummer1 trombone saxophone clarinet trumpet1 hardcore
  alchemist assassin avalanche bluebird blackcat blackjack blacklist bulldogs bullshit bullseye cardinal champion chandler
  charlie2 checkers chester1 chrisbrown cinderella clifford cleopatra columbia concrete cooldude coolness creative creature
  crystal1 darkness darkstar daughter destiny1 diamond1 diamonds director discovery disneyland doctor12 dreamer1 dreamers
  electric engineer enterprise eternity evolution excalibur fantasia fantastic fireball firebird firefighter firefly1
  fortune1 fountain freedom1 friend12 friends1 friendship frontier galaxy12 gandalf1 general1 genesis1 goldfish goodluck
  graphics greatest guardian handsome happiness happy123 happyday hardware hastings heather1 heavenly hercules hesoyam1
  highland highlander hollywood homework honeymoon hotstuff illusion immortal imperial infinity innocent intrepid jackass1
  johndoe1 kingdom1 kingkong knight12 lifetime lollipop longhorn lovelife lovelove loverboy lovers12 macintosh magnolia
  maverick mercury1 midnight2 millenium millennium mischief monkey12 monkey123 monster1 morpheus napoleon navigator
  nightmare ninja123 nirvana2 onelove1 operation paradise paradox1 passport password12 peaches1 peaceout phantom1 phoenix1
  platinum playboy1 politics poohbear portugal precious president prometheus property protect1 qwertyuiop quicksilver
  ragnarok rastafari renegade revolution romantic romance1 roosevelt sailboat sandiego satellite savannah scoobydoo scotland
  secret01 shadow12 shadow123 sheffield silverado simpsons skywalker slimshady smile123 snoopy12 soccer12 soccer123 software
  soldiers spartan1 spartacus speedway sterling stonewall stranger student1 sublime1 superstar surfer12 survivor switzerland
  teacher1 telephone tennis12 thailand thankyou thankyou1 thebeatles thebest1 titanic1 tortoise treasure triumph1 tropical
  trouble1 turquoise twilight undertaker universe university vacation vanguard vampire1 vampires victory1 vladimir warrior1
  warriors waterloo westside whiskey1 whitney1 wildcats windmill wireless wolfgang wonderful woodland yesterday yourname
  woaini1314 woaini520 woaini123 woaiwojia 5201314a a5201314 aini1314 wangyut2 zhang123 wang1234 liuliu123 li123456
  nihao123 nihaoma1 xiaoming xiaoxiao tianshi1 zxcvbnm1 qweasdzxc asdasd123 caonima1 dearbook 147258369 147852369 159357456
  159753456 963852741 741852963 789456123 456789123 123654789 321654987 987456321 110110110 19491001 20080808 31415926
  314159265 27182818 aa123456 a1b2c3d4 a1234567 a12345678 a123456789 aaa11111 abc123456 abcd1234 as123456 asd12345 q1234567
  qq123456 qqq11111 w1234567 z1234567 zz123456 x1234567 1234567a 12345678a 123456789a 1234567q 1234abcd 123456aa 123456qq
  123456abc 123abc123 1a2b3c4d 12qwaszx zaq12wsx zaq1zaq1 xsw21qaz 1qaz!qaz q1w2e3r4 qwe123qwe qwert123 ncc1701d ncc1701e
  thx11381 rush2112 bond0007 james007 agent007 fuckyou1 fuckyou2 fuckoff1 fuckface motherfucker asshole1 showdoc1
  octavo12 octavo123 document documents
  `.match(/\S+/g),
)

/** Weak with any digits behind them. */
const WEAK_STEMS = new Set(
  `password passw0rd pass passwd admin administrator root user test guest demo login welcome hello qwerty qwertz azerty
  asdfgh zxcvbn letmein iloveyou love master monkey dragon shadow sunshine princess football baseball superman michael
  jordan ashley daniel charlie secret abc abcd changeme default woaini octavo showdoc`.match(/\S+/g),
)

/** Keys that lie in a row, letters and digits in their order; read backwards as well. */
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

/** Whether guessers try this password among the first. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase()
  return COMMON.has(text) || isRepetition(text) || isWeakStem(text) || isMadeOfRuns(text)
}

/** Whether the text is nothing but pieces of runs, like `123qweasd`. */
function isMadeOfRuns(text: string): boolean {
  const ends = new Set([0])
  for (let end = SHORTEST_PIECE; end <= text.length; end += 1)
    if ([...ends].some((start) => isPieceOfRun(text.slice(start, end)))) ends.add(end)
  return ends.has(text.length)
}

const isPieceOfRun = (piece: string): boolean =>
  piece.length >= SHORTEST_PIECE && RUNS.some((run) => run.includes(piece))
