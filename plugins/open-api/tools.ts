import { readFileSync } from 'node:fs'

const SENDING = scriptIn('sending.sh')
const SCRIPTS: ReadonlyMap<string, string> = new Map(
  ['octavo-api.sh', 'octavo-db.sh'].map((name) => [`/tools/${name}`, `${scriptIn(name)}${SENDING}`]),
)

function scriptIn(name: string): string {
  return readFileSync(new URL(`tools/${name}`, import.meta.url), 'utf8')
}

/** The scripts that create pages from code and databases, the same for everybody. */
export async function answerTool(request: Request): Promise<Response> {
  const script = SCRIPTS.get(new URL(request.url).pathname)
  const isAsked = request.method === 'GET' || request.method === 'HEAD'
  if (script === undefined || !isAsked) return new Response('no such tool\n', { status: 404, headers: PLAIN })
  return new Response(script, { headers: PLAIN })
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' } as const
