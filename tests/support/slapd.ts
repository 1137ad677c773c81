import { Attribute, Change, Client } from 'ldapts'
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/e2e/support/running-server.ts'

// Debian installs it in a directory that is only in root's PATH.
const SLAPD = process.env['TEST_SLAPD'] ?? '/usr/sbin/slapd'
export const hasSlapd = (): boolean => process.env['TEST_SLAPD'] !== undefined || existsSync(SLAPD)

export const BASE = 'dc=example,dc=org'
export const READER = { dn: `cn=reader,${BASE}`, password: 'reads people' }
const ROOT = { dn: `cn=root,${BASE}`, password: 'changes people' }

export interface SlapdPerson {
  readonly uid: string
  readonly name: string
  readonly password: string
  readonly mail?: string
  /** Days since 1970 after which the account has expired. */
  readonly shadowExpire?: number
  /** The permanent id of the person; chosen by the directory when left out. */
  readonly entryUUID?: string
}

/** Members are named by their DN, or by their uid for Unix groups. */
export interface SlapdGroup {
  readonly cn: string
  readonly kind?: 'groupOfNames' | 'groupOfUniqueNames' | 'posixGroup'
  readonly uids: readonly string[]
}

/** A real directory with these people, on its own ports. */
export class Slapd {
  readonly port: number
  readonly tlsPort: number
  /** The authority that signed its certificate for 127.0.0.1, in PEM. */
  readonly ca: string
  /** An authority that signed nothing. */
  readonly otherCa: string
  readonly #folder: string
  #child: ChildProcess | null = null

  private constructor(folder: string, ports: readonly [number, number], ca: string, otherCa: string) {
    this.#folder = folder
    this.port = ports[0]
    this.tlsPort = ports[1]
    this.ca = ca
    this.otherCa = otherCa
  }

  /** The settings of a site that uses this directory, as submitted by its form. */
  get form() {
    return {
      ...{ host: '127.0.0.1', port: this.port, security: 'starttls', ca_certificate: this.ca, user_field: 'uid' },
      ...{ base_dn: BASE, bind_dn: READER.dn, bind_password: READER.password },
      search_filter: '(objectClass=inetOrgPerson)',
    }
  }

  static async with(people: readonly SlapdPerson[], groups: readonly SlapdGroup[] = []): Promise<Slapd> {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-slapd-'))
    await mkdir(path.join(folder, 'data'))
    await makeCertificates(folder)
    await writeFile(path.join(folder, 'slapd.conf'), configuration(folder))
    await writeFile(
      path.join(folder, 'people.ldif'),
      [TOP, ...people.map(entryOf), ...groups.map(groupEntryOf)].join('\n'),
    )
    const filled = spawnSync(SLAPD, ['-T', 'add', ...inFolder(folder), '-l', path.join(folder, 'people.ldif')])
    if (filled.status !== 0) throw new Error(`slapadd: ${filled.stderr.toString()}`)
    const [ca, otherCa] = await Promise.all(
      ['ca', 'other-ca'].map((name) => readFile(path.join(folder, `${name}.pem`))),
    )
    const slapd = new Slapd(folder, [await freePort(), await freePort()], String(ca), String(otherCa))
    await slapd.start()
    return slapd
  }

  async start(): Promise<void> {
    const addresses = `ldap://127.0.0.1:${this.port}/ ldaps://127.0.0.1:${this.tlsPort}/`
    const child = spawn(SLAPD, ['-d', '0', ...inFolder(this.#folder), '-h', addresses], { stdio: 'ignore' })
    this.#child = child
    while (!(await answers(this.tlsPort)))
      if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}`)
  }

  /** Like switching off its machine. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** It accepts connections but does not respond, until `goOn`. */
  hang = (): unknown => this.#child?.kill('SIGSTOP')
  goOn = (): unknown => this.#child?.kill('SIGCONT')

  /** As an administrator of the directory. */
  async change(uid: string, change: 'remove' | { readonly shadowExpire: number }): Promise<void> {
    await this.#asRoot(async (client) => {
      const dn = personDn(uid)
      if (change === 'remove') return client.del(dn)
      const modification = new Attribute({ type: 'shadowExpire', values: [String(change.shadowExpire)] })
      return client.modify(dn, new Change({ operation: 'replace', modification }))
    })
  }

  /** Sets another password for the user the site searches with. */
  async setReaderPassword(password: string): Promise<void> {
    const modification = new Attribute({ type: 'userPassword', values: [password] })
    await this.#asRoot((client) => client.modify(READER.dn, new Change({ operation: 'replace', modification })))
  }

  /** Makes these the members of the group. */
  async regroup({ cn, kind = 'groupOfNames', uids }: SlapdGroup): Promise<void> {
    const [type, values] = membersOf(kind, uids)
    const change = new Change({ operation: 'replace', modification: new Attribute({ type, values: [...values] }) })
    await this.#asRoot((client) => client.modify(groupDn(cn), change))
  }
  async removeGroup(cn: string): Promise<void> {
    await this.#asRoot((client) => client.del(groupDn(cn)))
  }

  async #asRoot(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ url: `ldap://127.0.0.1:${this.port}` })
    await client.bind(ROOT.dn, ROOT.password)
    await work(client)
    await client.unbind()
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const inFolder = (folder: string) => ['-f', path.join(folder, 'slapd.conf')]

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Not listening yet; retries after a pause.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return false
  } finally {
    socket.destroy()
  }
}

const configuration = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
allow bind_v2
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw "${ROOT.password}"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`

const TOP = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${READER.dn}
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER.password}

dn: ou=people,${BASE}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${BASE}
objectClass: organizationalUnit
ou: groups
`

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const entryOf = ({ uid, name, password, mail, shadowExpire, entryUUID }: SlapdPerson): string =>
  [
    `dn:: ${base64(`uid=${dnEscaped(uid)},ou=people,${BASE}`)}`,
    'objectClass: inetOrgPerson',
    'objectClass: shadowAccount',
    `uid:: ${base64(uid)}`,
    `cn:: ${base64(name)}`,
    `sn:: ${base64(name)}`,
    `userPassword:: ${base64(password)}`,
    ...(mail === undefined ? [] : [`mail: ${mail}`]),
    ...(shadowExpire === undefined ? [] : [`shadowExpire: ${shadowExpire}`]),
    ...(entryUUID === undefined ? [] : [`entryUUID: ${entryUUID}`]),
    '',
  ].join('\n')
const personDn = (uid: string): string => `uid=${dnEscaped(uid)},ou=people,${BASE}`
export const groupDn = (cn: string): string => `cn=${cn},ou=groups,${BASE}`

/** A group of names requires a member, so the reader is always one. */
const membersOf = (kind: NonNullable<SlapdGroup['kind']>, uids: readonly string[]) =>
  kind === 'posixGroup'
    ? (['memberUid', uids] as const)
    : ([kind === 'groupOfNames' ? 'member' : 'uniqueMember', [READER.dn, ...uids.map(personDn)]] as const)

const groupEntryOf = ({ cn, kind = 'groupOfNames', uids }: SlapdGroup): string => {
  const [type, values] = membersOf(kind, uids)
  return [
    `dn: ${groupDn(cn)}`,
    `objectClass: ${kind}`,
    `cn: ${cn}`,
    ...(kind === 'posixGroup' ? ['gidNumber: 100'] : []),
    ...values.map((value) => `${type}:: ${base64(value)}`),
    '',
  ].join('\n')
}

const dnEscaped = (value: string): string => value.replaceAll(/[,+"\\<>;=#]/g, (sign) => `\\${sign}`)

async function makeCertificates(folder: string): Promise<void> {
  const openssl = (...given: readonly string[]) => promisify(execFile)('openssl', [...given], { cwd: folder })
  const made = (name: string, subject: string) =>
    [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-subj',
      subject,
    ] as const
  for (const name of ['ca', 'other-ca'])
    await openssl('req', '-x509', '-days', '30', ...made(name, `/CN=Octavo test ${name}`), '-out', `${name}.pem`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1'] as const
  await openssl('req', '-x509', '-days', '30', ...made('server', '/CN=127.0.0.1'), ...signed, '-out', 'server.pem')
}
