import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NoMail } from '#adapters/mail/no-mail.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { mailSink, trustSinks, type MailSink, type SinkOptions } from '#tests/support/mail/mail-sink.ts'

const LETTER = { to: 'mei@example.org', subject: '重置密码 – Ø', text: `Guten Tag 你好\n${'x'.repeat(300)}\n.\nEnd` }
const SITE = 'https://docs.example.org/'
const LOGIN = { user: 'octavo@example.org', password: 'p@ss:/wörd' }
const CREDENTIALS = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}@`

const sinks: MailSink[] = []
beforeAll(trustSinks)
afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close()
})
async function open(options: SinkOptions = {}): Promise<MailSink> {
  const sink = await mailSink(options)
  sinks.push(sink)
  return sink
}
const at = (sink: MailSink, { protocol = 'smtp', login = '', query = '' } = {}): SmtpMail =>
  new SmtpMail(`${protocol}://${login}localhost:${sink.port}${query}`, SITE)

describe('mail over SMTP', () => {
  it('[RESET-02] arrives as it was written, from an address of the site', async () => {
    const sink = await open()

    await at(sink).send(LETTER)

    expect(sink.letters).toMatchObject([
      { from: 'octavo@docs.example.org', to: [LETTER.to], subject: LETTER.subject, sentAs: '' },
    ])
    expect(sink.letters[0]?.text.trimEnd()).toBe(LETTER.text)
    expect(sink.letters[0]?.headers.get('auto-submitted')).toBe('auto-generated')
  })

  it('comes from the address the operator names', async () => {
    const sink = await open()

    await at(sink, { query: '?from=docs%40example.com' }).send(LETTER)

    expect(sink.letters[0]?.from).toBe('docs@example.com')
  })

  it('logs in, and only after the connection was encrypted by STARTTLS', async () => {
    const sink = await open({ login: LOGIN })

    await at(sink, { login: CREDENTIALS }).send(LETTER)

    expect(sink.letters).toMatchObject([{ wasEncrypted: true, sentAs: LOGIN.user }])
  })

  it('speaks TLS from the first byte to smtps', async () => {
    const sink = await open({ secure: true, login: LOGIN })

    await at(sink, { protocol: 'smtps', login: CREDENTIALS }).send(LETTER)

    expect(sink.letters).toMatchObject([{ wasEncrypted: true, sentAs: LOGIN.user }])
  })

  it('does not tell the password to a server that cannot encrypt, unless told to', async () => {
    const sink = await open({ login: LOGIN, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })

    await expect(at(sink, { login: CREDENTIALS }).send(LETTER)).rejects.toThrow('did not take')
    expect(sink.letters).toEqual([])

    await at(sink, { login: CREDENTIALS, query: '?tls=off' }).send(LETTER)
    expect(sink.letters).toMatchObject([{ wasEncrypted: false, sentAs: LOGIN.user }])
  })

  it('fails with a reason, and without the password, when the server refuses', async () => {
    const sink = await open({ login: LOGIN })
    const wrong = at(sink, { login: 'octavo:not-this@' }).send(LETTER)

    const error = (await wrong.catch((reason: unknown) => reason)) as Error
    expect(error.message).toMatch(/^the mail server localhost:\d+ did not take a letter: .*535/)
    expect(String(error.cause)).toContain('535')
    expect(`${String(error.cause)} ${error.stack}`).not.toContain('not-this')

    const full = await open()
    full.isFull = true
    await expect(at(full).send(LETTER)).rejects.toThrow('did not take')
  })

  it('tells on trial what the server said, and why a letter was not taken', async () => {
    const open1 = await open()
    expect(await at(open1).sendOnTrial(LETTER)).toEqual({ problem: null, answer: expect.stringMatching(/^250 /) })
    expect(open1.letters).toHaveLength(1)

    open1.isFull = true
    expect(await at(open1).sendOnTrial(LETTER)).toEqual({ problem: 'refused', answer: expect.stringMatching(/^4|^5/) })

    const guarded = await open({ login: LOGIN })
    const wrong = await at(guarded, { login: 'octavo:not-this@' }).sendOnTrial(LETTER)
    expect(wrong).toEqual({ problem: 'wrongLogin', answer: expect.stringMatching(/^535/) })

    const plain = await open({ disabledCommands: ['STARTTLS'] })
    const demanded = await at(plain, { query: '?tls=required' }).sendOnTrial(LETTER)
    expect(demanded.problem).toBe('notEncrypted')

    expect(await new SmtpMail('smtp://127.0.0.1:1', SITE).sendOnTrial(LETTER)).toEqual({
      problem: 'notReached',
      answer: '',
    })
  })

  it('shows nothing on trial of what is no mail server', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret of the inner network\r\n'))
    await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve))
    const { port } = web.address() as AddressInfo

    const { problem, answer } = await new SmtpMail(`smtp://127.0.0.1:${port}`, SITE).sendOnTrial(LETTER)

    expect([problem, answer]).toEqual(['noMailServer', ''])
    web.close()
  })

  it('is not led astray by line breaks and commas', async () => {
    const sink = await open()

    await at(sink).send({ ...LETTER, subject: 'Hello\r\nBcc: eve@example.org' })
    await at(sink)
      .send({ ...LETTER, to: 'mei@example.org, eve@example.org' })
      .catch(() => undefined)

    expect(sink.letters.flatMap(({ to }) => to)).not.toContain('eve@example.org')
    expect(sink.letters[0]?.headers.has('bcc')).toBe(false)
  })

  it('leads to the site by the address people use', () => {
    expect(new SmtpMail('smtp://localhost', SITE).addressOf('/user/login')).toBe('https://docs.example.org/user/login')
  })
})

it('a site without a mail server sends nothing', async () => {
  const mail = new NoMail()

  expect(mail.isOn).toBe(false)
  await expect(mail.send()).rejects.toThrow('no mail server')
})
