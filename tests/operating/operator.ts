import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ADMIN, freePort } from '#tests/e2e/support/running-server.ts'
import { compiledFor, SHORT_LIVED } from '#tests/support/short-lived.ts'
import { commandBlocks, type CommandBlock } from './guide.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const NODE = [process.execPath, ...SHORT_LIVED].join(' ')
/** What `npm run` would run, for a shell. */
const commandOf = (entry: string): string =>
  ['env', ...Object.entries(compiledFor(entry)).map(([name, value]) => `${name}=${value}`), NODE, entry].join(' ')

/**
 * systemd for one unit: what it runs and which settings it reads is what the unit says. Commands that would change the
 * machine do nothing.
 */
const SYSTEMCTL = `#!/bin/bash
set -e
unit=$GUIDE/etc/systemd/system/octavo.service
pid() { cat $GUIDE/octavo.pid; }
case "$*" in
  'start octavo' | 'enable --now octavo')
    grep -q '^ExecStart=/opt/octavo/node_modules/.bin/node server/main.ts$' $unit
    grep -q '^EnvironmentFile=/etc/octavo.env$' $unit
    cd $GUIDE/opt/octavo
    set -a; . $GUIDE/etc/octavo.env; set +a
    grep -q '^Restart=on-failure$' $unit
    grep -q '^RestartPreventExitStatus=2 4$' $unit
    export DATA_DIR=$GUIDE/var/lib/octavo PORT=$GUIDE_PORT
    rm -f $GUIDE/stopping
    setsid octavo-unit </dev/null >>$GUIDE/journal 2>&1 &
    until [ -f $GUIDE/octavo.pid ]; do sleep 0.1; done ;;
  'stop octavo') [ -f $GUIDE/octavo.pid ] || exit 0
    touch $GUIDE/stopping; kill -TERM $(pid) && tail --pid=$(pid) -f /dev/null; rm $GUIDE/octavo.pid ;;
  'restart octavo') systemctl stop octavo; systemctl start octavo ;;
  'kill --signal=STOP octavo') kill -STOP $(pid) ;;
  'kill --signal=CONT octavo') kill -CONT $(pid) ;;
  daemon-reload | 'reload nginx') ;;
  *) echo "systemctl $*: not known here" >&2; exit 1 ;;
esac
`
/** The unit at work: a service that fails is started again, except after what no new start can help. */
const UNIT = `#!/bin/bash
while :; do
  $GUIDE_NODE server/main.ts & echo $! >$GUIDE/octavo.pid
  wait $!; code=$?; echo "ended with code $code"
  [ ! -f $GUIDE/stopping ] || exit 0
  case $code in 0 | 2 | 4) exit $code ;; esac
  sleep 2
done
`
const STAND_INS: Readonly<Record<string, string>> = {
  systemctl: SYSTEMCTL,
  'octavo-unit': UNIT,
  journalctl: '#!/bin/sh\ntail -n 20 $GUIDE/journal\n',
  useradd: '#!/bin/sh\n',
  // For psql, which is somebody who may make databases already.
  runuser: '#!/bin/sh\nshift 3\nexec "$@"\n',
}

/** Somebody who follows the guide to the letter, in folders and on ports of their own. */
export class Operator implements AsyncDisposable {
  readonly folder: string
  readonly port: number
  readonly trialPort: number
  readonly #blocks: readonly CommandBlock[]
  readonly #role: string

  private constructor(folder: string, ports: readonly [number, number], blocks: readonly CommandBlock[]) {
    this.folder = folder
    ;[this.port, this.trialPort] = ports
    this.#blocks = blocks
    this.#role = path.basename(folder).replaceAll(/\W/g, '_').toLowerCase()
  }

  static async begin(): Promise<Operator> {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo_guide_'))
    for (const name of ['opt', 'etc/systemd/system', 'etc/nginx/conf.d', 'etc/ssl', 'var/lib/octavo', 'srv', 'bin'])
      await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 })
    await symlink(ROOT, path.join(folder, 'opt/octavo'))
    for (const [name, script] of Object.entries(STAND_INS)) {
      await writeFile(path.join(folder, 'bin', name), script)
      await chmod(path.join(folder, 'bin', name), 0o755)
    }
    return new Operator(folder, [await freePort(), await freePort()], await commandBlocks('OPERATING.md'))
  }

  /**
   * Runs a block of the guide, the first of its place unless told otherwise, and gives what it printed.
   * @param changed what the words around it have people write instead
   */
  async follow(place: string, nth = 0, changed: readonly [from: string, to: string] = ['', '']): Promise<string> {
    const block = this.#blocks.filter((candidate) => candidate.place === place)[nth]
    if (!block) throw new Error(`the guide has no command ${nth} under ${place}`)
    return this.#bash(this.placed(block.commands.replaceAll(...changed)))
  }

  /** Runs a block whose last command serves until it is stopped; `use` gets its address. */
  async serve(place: string, use: (url: string, output: string) => Promise<void>): Promise<void> {
    const block = this.#blocks.find((candidate) => candidate.place === place)
    if (!block) throw new Error(`the guide has no command under ${place}`)
    const commands = this.placed(block.commands).replace(/npm start\n$/, `exec ${NODE} server/main.ts\n`)
    const child = spawn('bash', ['-ec', commands], { env: { PORT: String(this.port), ...this.#environment() } })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    let output = ''
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        output += chunk.toString()
        const [, address] = /is ready at (http[^"]+)/.exec(output) ?? []
        if (address) resolve(address)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('close', () => reject(new Error(`it ended:\n${output}`)))
    })
    await use(url, output)
    child.kill('SIGINT')
    if ((await ended) !== 0) throw new Error(`it did not stop cleanly:\n${output}`)
  }

  /** What is told in words between the commands. */
  async start(): Promise<void> {
    await this.#bash('systemctl start octavo')
    await this.follow('As a service', 1)
  }
  putNewVersion(): Promise<void> {
    return symlink(ROOT, path.join(this.folder, 'opt/octavo'))
  }

  /** Adds settings as an operator would, who edits the file. */
  async set(lines: readonly string[]): Promise<void> {
    const file = path.join(this.folder, 'etc/octavo.env')
    await writeFile(file, `${await readFile(file, 'utf8')}${lines.map((line) => `${this.placed(line)}\n`).join('')}`)
  }

  /** The guide's own words for folders, ports and names that are others here. */
  placed(text: string): string {
    const server = new URL(POSTGRES_URL ?? 'postgresql://nobody@127.0.0.1:5432/none')
    return text
      .replaceAll(/(?<![\w./])\/(?=opt\/|etc\/|var\/lib\b|srv\/)/g, `${this.folder}/`)
      .replaceAll('https://docs.example.org', `http://127.0.0.1:${this.port}`)
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${this.port}`)
      .replaceAll('PORT=4001', `PORT=${this.trialPort}`)
      .replaceAll('127.0.0.1:5432/octavo', `${server.host}/${this.#role}`)
      .replaceAll('//octavo:CHANGE-ME', `//${this.#role}:CHANGE-ME`)
      .replaceAll(/(?<=\b(?:role|database|owner|to) )octavo/g, this.#role)
      .replaceAll(/^npm (?:ci|run build)$/gm, 'true')
      .replaceAll(/npm run (admin|doctor|move|switch)(?: --)?/g, (_, name: string) => commandOf(`server/${name}.ts`))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bash('systemctl stop octavo')
    const names = [this.#role, `${this.#role}_before`].map(
      (name) => `-c 'drop database if exists ${name} with (force)'`,
    )
    if (POSTGRES_URL) await this.#bash(`psql -q ${names.join(' ')} -c 'drop role if exists ${this.#role}'`)
    await rm(this.folder, { recursive: true, force: true })
  }

  async #bash(commands: string): Promise<string> {
    try {
      const { stdout } = await run('bash', ['-ec', commands], { env: this.#environment() })
      return stdout
    } catch (error) {
      const journal = await readFile(path.join(this.folder, 'journal'), 'utf8').catch(() => '')
      throw new Error(`${commands}\nof the service:\n${journal.slice(-2_000)}`, { cause: error })
    }
  }

  #environment(): NodeJS.ProcessEnv {
    const { hostname, port, username, password } = new URL(POSTGRES_URL ?? 'postgresql://nobody@127.0.0.1:5432/none')
    return {
      ...process.env,
      PATH: `${this.folder}/bin:${process.env['PATH']}:/usr/sbin`,
      GUIDE: this.folder,
      GUIDE_PORT: String(this.port),
      GUIDE_NODE: NODE,
      CAPTCHA: 'off',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: 'postgres',
    }
  }
}
