import { readdir } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SystemClock } from '#adapters/system/clock.ts'
import { definePlugin } from '#core/plugin.ts'
import { guarded } from '#server/compose/plugin-guarded.ts'
import { PluginGuard } from '#server/compose/plugin-guard.ts'
import { FILES_FOLDER } from '#tests/support/services.ts'
import { site, type Browser, type Site } from './harness.ts'

const LIMITS = { requestMs: 300, uploadStallMs: 1_600, uploadStallBytes: 1024 }
const PIECES = 12
const PIECE_MS = LIMITS.uploadStallMs / 4

/** Reads all that is sent to it, and is given less time of its own than a sender takes between two pieces. */
const reader = definePlugin({
  id: 'reader',
  apiVersion: 2,
  summary: 'Reads what it is sent.',
  routes: [
    {
      prefix: '/reader-all/',
      caller: 'none',
      answer: async (asked) => Response.json({ bytes: (await asked.arrayBuffer()).byteLength }),
    },
  ],
})
const guard = new PluginGuard('reader', new SystemClock(), { callMs: PIECE_MS / 2, errorsPerHour: 5 }, () => undefined)

let here: Site
let port: number
let cookie: string
let editor: Browser
beforeAll(async () => {
  here = await site({ app: { receiving: LIMITS }, plugins: [guarded(reader, guard)] })
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
  editor = await here.browserOf(here.world.editor)
  cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => here.close())

/** A sender who has said what comes, and nothing of it yet. */
async function begun(address: string, type: string, length: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const head = ['host: site', `content-type: ${type}`, `content-length: ${length}`, `cookie: ${cookie}`]
  socket.write(`POST /${address} HTTP/1.1\r\n${[...head, 'sec-fetch-site: same-origin'].join('\r\n')}\r\n\r\n`)
  return { socket, answer: answerTo(socket) }
}
/** All that comes until the line is cut, or an answer is complete. */
function answerTo(socket: Socket): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('}') && !text.includes('connection: close')) resolve(text)
    })
    socket.once('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
}

const BOUNDARY = 'boundary'
const UPLOAD = `multipart/form-data; boundary=${BOUNDARY}`
const form = (content: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`
const incoming = () => readdir(path.join(FILES_FOLDER, 'incoming'))

describe('[R17] somebody who sends slowly', () => {
  it.each(['api/item/myList', 'trpc/page.save', 'reader-all/x'])(
    'has the line cut when the body of a request does not come in time: %s',
    async (address) => {
      const { answer } = await begun(address, 'application/json', 100)

      expect(await answer).toContain('HTTP/1.1 408')
      expect(await answer).toContain('did not arrive in time')
    },
  )

  it('has it cut although a little comes now and then', async () => {
    const { socket, answer } = await begun('api/item/myList', 'application/json', 1_000_000)
    const drip = setInterval(() => socket.write(' '), PIECE_MS)
    onTestFinished(() => clearInterval(drip))

    expect(await answer).toContain('HTTP/1.1 408')
  })

  it.each([
    { at: 'an upload', address: 'api/page/upload', answered: /"error_code":0.*"success":1/ },
    { at: "a plugin's route", address: 'reader-all/x', answered: /"bytes":12\d{3}\}/ },
  ])('may take longer as long as it makes progress, at $at', async ({ address, answered }) => {
    const body = Buffer.from(form('x'.repeat(PIECES * LIMITS.uploadStallBytes)))
    const { socket, answer } = await begun(address, UPLOAD, body.length)
    const start = performance.now()
    const size = Math.ceil(body.length / PIECES)
    let piece = 0
    const sending = setInterval(() => {
      socket.write(body.subarray(piece * size, (piece += 1) * size))
      if (piece === PIECES) clearInterval(sending)
    }, PIECE_MS)
    onTestFinished(() => clearInterval(sending))

    expect(await answer).toMatch(answered)
    expect(performance.now() - start).toBeGreaterThan(2 * LIMITS.uploadStallMs)
  })

  it('has an upload cut that stands still, of which nothing is kept', async () => {
    const body = form('x'.repeat(100_000))
    const before = await incoming()
    const { socket, answer } = await begun('api/page/upload', UPLOAD, body.length)
    socket.write(body.slice(0, 50_000))
    await expect.poll(incoming, { interval: 10 }).toHaveLength(before.length + 1)

    expect(await answer).toContain('HTTP/1.1 408')
    expect(await answer).toContain('did not arrive in time')
    await expect.poll(incoming).toEqual(before)
    expect((await editor.post('attachment/getMyList', { display_name: 'slow', attachment_type: 1 })).data.total).toBe(0)
  })

  it('has an upload cut of which next to nothing comes', async () => {
    const { socket, answer } = await begun('api/page/upload', UPLOAD, 1_000_000)
    const drip = setInterval(() => socket.write('x'), PIECE_MS)
    onTestFinished(() => clearInterval(drip))

    expect(await answer).toContain('HTTP/1.1 408')
  })
})
