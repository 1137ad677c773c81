import { beforeAll, describe, expect, it } from 'vitest'
import { outcomeOf } from '#tests/support/refusal.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import { hostsIn, linesOf, variablesIn } from './environment-lines.ts'
import { sealedEnvironments } from './environments.ts'
import plugin from './plugin.ts'

const operations = plugin.operations.tryIt
type Home = Awaited<ReturnType<typeof plugWorld>>
let home: Home
beforeAll(async () => {
  home = await plugWorld(plugin)
})

const ENVIRONMENT = {
  name: 'Staging',
  variables: [{ name: 'token', value: 'open sesame' }],
  hosts: ['api.example.org'],
}

describe('who is offered to make calls', () => {
  it('are those who edit the item, and readers where it says so', async () => {
    const { owner, editor, reader, visitor, addItem, addPage } = home
    const item = await addItem()
    const { id: pageId } = await addPage(item, { content: '{"info":{"url":"/pets"}}' })
    const prose = await addPage(item, { content: '# Hello' })
    const mayTry = (person: typeof owner) => person.do(operations.mayTry, { pageId }).then((answer) => answer.mayTry)

    expect([await mayTry(owner), await mayTry(editor), await mayTry(reader), await mayTry(visitor)]).toEqual([
      ...[true, true, false, false],
    ])
    expect(await outcomeOf(editor.do(operations.allow, { itemId: item.id, isForReaders: true }))).toBe('itemClosed')
    await owner.do(operations.allow, { itemId: item.id, isForReaders: true })

    expect([await mayTry(reader), await mayTry(visitor)]).toEqual([true, true])
    expect(await owner.do(operations.allowance, { itemId: item.id })).toEqual({ isForReaders: true })
    await owner.do(operations.allow, { itemId: item.id, isForReaders: false })
    expect(await mayTry(reader)).toBe(false)
    expect(await owner.do(operations.mayTry, { pageId: prose.id })).toEqual({ mayTry: false })
  })

  it('are readers no more in an archived item whose managers say so, and none are added there', async () => {
    const { owner, product, addItem } = home
    const item = await addItem()
    const allow = (isForReaders: boolean) => outcomeOf(owner.do(operations.allow, { itemId: item.id, isForReaders }))
    await allow(true)
    await product.database.items.update({ ...item, isArchived: true })

    await owner.do(operations.allow, { itemId: item.id, isForReaders: false })
    expect(await owner.do(operations.allowance, { itemId: item.id })).toEqual({ isForReaders: false })
    expect(await allow(true)).toBe('notAllowed')
  })
})

describe('what somebody puts in for calls', () => {
  it('is shown to nobody else, and lies sealed', async () => {
    const { owner, editor, visitor, product } = home
    await editor.do(operations.keepEnvironments, { environments: [ENVIRONMENT] })

    expect(await editor.do(operations.environments, {})).toEqual({ environments: [ENVIRONMENT] })
    expect(await owner.do(operations.environments, {})).toEqual({ environments: [] })
    expect(await outcomeOf(visitor.do(operations.environments, {}))).toBe('loginRequired')
    const [kept] = await product.database.documents.collection('try-it.environments').newest({ userId: editor.id }, 1)
    expect(JSON.stringify(kept)).not.toContain('sesame')
  })

  it('stays when two windows change it, and is refused where both give a value', async () => {
    const { owner } = home
    const [token] = ENVIRONMENT.variables
    const before = [ENVIRONMENT]
    const other = { name: 'Live', variables: [], hosts: [] }
    const withValue = (value: string) => [{ ...ENVIRONMENT, variables: [{ name: 'token', value }] }]
    await owner.do(operations.keepEnvironments, { environments: before })

    await owner.do(operations.keepEnvironments, { environments: [ENVIRONMENT, other], before })
    await owner.do(operations.keepEnvironments, { environments: withValue('b'), before })
    expect(await outcomeOf(owner.do(operations.keepEnvironments, { environments: withValue('c'), before }))).toBe(
      'environmentsChanged',
    )

    expect(await owner.do(operations.environments, {})).toEqual({
      environments: [{ ...ENVIRONMENT, variables: [{ ...token, value: 'b' }] }, other],
    })
    const many = Array.from({ length: 20 }, (_, n) => ({ name: `${n}`, variables: [], hosts: [] }))
    expect(await outcomeOf(owner.do(operations.keepEnvironments, { environments: many, before: [] }))).toBe('tooMany')
  })

  it('can be read after the key of the site was changed', async () => {
    const { editor, product, services } = home
    await editor.do(operations.keepEnvironments, { environments: [ENVIRONMENT] })
    const [kept] = await product.database.documents
      .collection<object>('try-it.environments')
      .newest({ userId: editor.id }, 1)
    const after = { seal: (text: string) => text.toUpperCase(), digest: (text: string) => text }

    const resealed = kept && sealedEnvironments.resealed(kept, { before: services.seals, after } as never)

    expect(JSON.stringify(resealed)).toContain('OPEN SESAME')
  })

  it('is typed as lines', () => {
    expect(variablesIn('token=a=b\n\nno sign\n =x\nbase = https://a \ntoken=c')).toEqual([
      { name: 'token', value: 'c' },
      { name: 'base', value: 'https://a' },
    ])
    expect(linesOf(variablesIn('a=1\nb='))).toBe('a=1\nb=')
    expect(hostsIn(' API.example.org \n\napi.example.org\nb:8080')).toEqual(['api.example.org', 'b:8080'])
  })
})

describe('the frame of calls', () => {
  const asked = (path: string, method = 'GET') =>
    plugin.routes[0]?.answer(new Request(`https://docs.example.org${path}`, { method }), {} as never)

  it('has no origin, and is the one place that reaches other hosts', async () => {
    const response = await asked('/try-frame/call.html')
    const policy = response?.headers.get('content-security-policy') ?? ''

    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]+=*'$/),
      'connect-src http: https:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ])
    expect(response?.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('is nothing at other addresses', async () => {
    expect((await asked('/try-frame/'))?.status).toBe(404)
    expect((await asked('/try-frame/call.html/x'))?.status).toBe(404)
    expect((await asked('/try-frame/call.html', 'POST'))?.status).toBe(404)
  })
})
