import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** What a certificate says; a right one for 127.0.0.1 by default. */
interface Wishes {
  /** As `YYYYMMDDhhmmssZ`. */
  readonly from?: string
  readonly until?: string
  /** As in `IP:127.0.0.1` or `DNS:example.org`. */
  readonly name?: string
}

export interface Signed {
  /** In PEM. */
  readonly cert: string
  readonly key: string
}

const CONFIGURATION = `
[ca]
default_ca = authority
[authority]
database = index.txt
serial = serial
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
default_days = 30
copy_extensions = copy
policy = anything
unique_subject = no
[anything]
commonName = supplied
`
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const

/** An authority of its own, which signs whatever it is asked to. */
export interface Authority extends AsyncDisposable {
  /** Its certificate, in PEM. */
  readonly ca: string
  sign(wishes?: Wishes): Promise<Signed>
}

export async function authority(): Promise<Authority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-authority-'))
  const openssl = (...given: readonly string[]) => promisify(execFile)('openssl', [...given], { cwd: folder })
  const textOf = (name: string) => readFile(path.join(folder, name), 'utf8')
  for (const [name, content] of Object.entries({ 'ca.cnf': CONFIGURATION, 'index.txt': '', serial: '01' }))
    await writeFile(path.join(folder, name), content)
  await openssl('req', '-x509', '-days', '30', ...NEW_KEY, '-keyout', 'ca.key', '-subj', '/CN=CA', '-out', 'ca.pem')
  const sign = async ({ from, until, name = 'IP:127.0.0.1' }: Wishes = {}): Promise<Signed> => {
    const request = ['-keyout', 'one.key', '-subj', '/CN=one', '-addext', `subjectAltName=${name}`]
    await openssl('req', ...NEW_KEY, ...request, '-out', 'one.csr')
    const dates = [
      ...(from === undefined ? [] : ['-startdate', from]),
      ...(until === undefined ? [] : ['-enddate', until]),
    ]
    await openssl('ca', '-batch', '-config', 'ca.cnf', '-in', 'one.csr', '-out', 'one.pem', '-notext', ...dates)
    return { cert: await textOf('one.pem'), key: await textOf('one.key') }
  }
  return {
    ca: await textOf('ca.pem'),
    sign,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
