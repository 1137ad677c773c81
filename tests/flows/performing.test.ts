import { expect, it } from 'vitest'
import { z } from 'zod'
import { replaceCaller } from '#core/actor.ts'
import { auditOperations } from '#core/audit/operations.ts'
import { changeLogOperations } from '#core/change-log/operations.ts'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { contextFor, perform } from '#core/perform.ts'
import { pageOperations } from '#core/page/operations.ts'
import { always, command, nothing, query, type Context } from '#core/plugin.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world } from '#tests/support/world.ts'

const TOO_LONG = 'x'.repeat(10_000)
const Steps = z.object({ steps: z.array(z.tuple([z.string(), z.unknown()])), isLenient: z.boolean().default(false) })
const Answers = z.object({ answers: z.array(z.unknown()) })
/** An agent that does one thing after the other in the name of who asks; a lenient one goes on after refusals. */
const agent = named({
  agent: {
    look: query({
      summary: 'Looks.',
      audience: 'anyone',
      input: Steps,
      output: Answers,
      run: async (ctx, { steps }) => ({
        answers: await Promise.all(steps.map(([name, input]) => ctx.perform(name, input))),
      }),
    }),
    act: command({
      summary: 'Acts.',
      audience: 'anyone',
      input: Steps,
      output: Answers,
      async run(ctx, { steps, isLenient }) {
        const answers: unknown[] = []
        for (const [name, input] of steps)
          answers.push(
            await ctx.perform(name, input).catch((error: unknown) => {
              if (!isLenient) throw error
              return 'refused'
            }),
          )
        return { answers }
      },
    }),
    actSlowly: command({
      summary: 'Acts, each step by itself.',
      audience: 'anyone',
      withoutTransaction: true,
      input: Steps,
      output: Answers,
      async run(ctx, { steps }) {
        const answers: unknown[] = []
        for (const [name, input] of steps) answers.push(await ctx.perform(name, input))
        return { answers }
      },
    }),
    offer: query({
      summary: 'Lists what can be done.',
      audience: 'anyone',
      input: nothing(),
      output: z.object({ list: z.array(z.unknown()) }),
      run: async (ctx) => ({ list: [...ctx.operations()] }),
    }),
  },
})
const { look, act, actSlowly, offer } = agent.agent
const scene = async () => {
  const told: string[] = []
  const people = await world({
    operations: { ...coreOperations, ...agent },
    after: [{ 'page.saved': async (_, { page }) => void told.push(page.title) }],
  })
  const item = await people.addItem({ visitPassword: 'a visit password' })
  const save = (pageTitle: string, rest: object = {}) =>
    ['page.save', { pageId: 0, itemId: item.id, pageTitle, pageContent: '', ...rest }] as [string, unknown]
  const titles = async () => (await people.product.database.pages.ofItem(item.id)).map(({ title }) => title).toSorted()
  return { ...people, told, item, save, titles }
}

it('what is performed has the rights, the events and the record of the caller', async () => {
  const { editor, stranger, admin, item, save, told, titles } = await scene()

  const { answers } = await editor.do(act, { steps: [save('One'), save('Two')] })

  expect(answers).toMatchObject([{ revision: 1 }, { revision: 1 }])
  expect([await titles(), told]).toEqual([
    ['One', 'Two'],
    ['One', 'Two'],
  ])
  const { list: changes } = await editor.do(changeLogOperations.changes, { itemId: item.id })
  expect(changes).toHaveLength(2)
  expect(await outcomeOf(stranger.do(act, { steps: [save('Three')] }))).toBe('notAllowed')
  const { list: refusals } = await admin.do(auditOperations.list, { action: 'access.refused', actorId: stranger.id })
  expect(refusals).toMatchObject([{ operation: 'page.save', result: 'notAllowed', objectId: String(item.id) }])
})

it.each([false, true])(
  'a command is one transaction with all it performs (going on after refusals: %s)',
  async (isLenient) => {
    const { editor, save, told, titles } = await scene()
    const steps = [save('One'), save(TOO_LONG), save('Two')]

    expect(await outcomeOf(editor.do(act, { steps, isLenient }))).toBe('invalidInput')

    expect([await titles(), told]).toEqual([[], []])
  },
)

it('steps of a command without a transaction stand by themselves', async () => {
  const { editor, save, told, titles } = await scene()

  expect(await outcomeOf(editor.do(actSlowly, { steps: [save('One'), save(TOO_LONG)] }))).toBe('invalidInput')

  expect([await titles(), told]).toEqual([['One'], ['One']])
})

it('what stands by itself cannot be performed where it could be undone', async () => {
  const { editor, save, titles } = await scene()
  const slowly: [string, unknown] = ['agent.actSlowly', { steps: [save('One')] }]

  await expect(editor.do(act, { steps: [slowly] })).rejects.toThrow('agent.actSlowly stands by itself')
  expect(await titles()).toEqual([])

  await editor.do(actSlowly, { steps: [slowly] })
  expect(await titles()).toEqual(['One'])
})

it('a query changes nothing, however deep it hides what it performs (threats T4)', async () => {
  const { editor, item, save, titles } = await scene()
  const hidden: [string, unknown] = ['agent.act', { steps: [save('One')] }]

  await expect(editor.do(look, { steps: [save('One')] })).rejects.toThrow('page.save changes something')
  await expect(editor.do(look, { steps: [hidden] })).rejects.toThrow('agent.act changes something')
  const inQuery: [string, unknown] = ['agent.look', { steps: [save('One')] }]
  await expect(editor.do(act, { steps: [inQuery] })).rejects.toThrow('page.save changes something')

  expect(await titles()).toEqual([])
  const looked = await editor.do(look, { steps: [['item.info', { itemId: item.id }]] })
  expect(looked.answers).toMatchObject([{ itemId: item.id }])
})

it('a command sees what it has performed before', async () => {
  const { editor, item, save } = await scene()

  const { answers } = await editor.do(act, { steps: [save('One'), ['item.info', { itemId: item.id }]] })

  expect(JSON.stringify(answers[1])).toContain('"One"')
})

it('what is heavy waits for its turn, whoever performs it for the caller, and what had its turn waits no more', async () => {
  const running = { now: 0, most: 0 }
  const deep = named({
    deep: {
      dig: query({
        summary: 'Digs.',
        audience: 'anyone',
        isHeavy: always,
        input: nothing(),
        output: nothing(),
        async run() {
          running.most = Math.max(running.most, (running.now += 1))
          for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
          running.now -= 1
          return {}
        },
      }),
      digHard: query({
        summary: 'Digs, as part of something heavy.',
        audience: 'anyone',
        isHeavy: always,
        input: nothing(),
        output: nothing(),
        run: async (ctx) => (await ctx.perform('deep.dig', {}), {}),
      }),
    },
  })
  const { editor, product } = await world({ operations: { ...coreOperations, ...agent, ...deep } })
  // As a route or a task has it.
  const ctx = contextFor(product, editor.caller, () => undefined, true)
  const steps = Array.from({ length: 6 }, () => ['deep.dig', {}] as [string, unknown])

  await Promise.all(steps.map(([name, input]) => ctx.perform(name, input)))
  await Promise.all([editor.do(look, { steps }), editor.do(actSlowly, { steps })])
  await Promise.all(steps.map(() => ctx.perform('deep.digHard', {})))

  expect(running).toEqual({ now: 0, most: 2 })
})

it('names that nobody has are not found, and depth has an end', async () => {
  const { visitor } = await scene()
  for (const name of ['page.nothing', 'page', '', 'page.save.x', '__proto__.constructor', 'constructor.name'])
    expect(await outcomeOf(visitor.do(look, { steps: [[name, {}]] })), name).toBe('notFound')

  let steps: [string, unknown] = ['site.version', {}]
  for (let depth = 1; depth < 8; depth += 1) steps = ['agent.look', { steps: [steps] }]
  expect((await visitor.do(look, { steps: [steps] })).answers).toHaveLength(1)
  const deeper: [string, unknown] = ['agent.look', { steps: [steps] }]
  await expect(visitor.do(look, { steps: [deeper] })).rejects.toThrow('more than 8 deep')
})

it('every operation is listed with what it takes and gives, in the names that perform takes', async () => {
  const { visitor, product } = await scene()

  const { list } = await visitor.do(offer, {})

  const count = Object.values(product.operations).flatMap((group) => Object.keys(group)).length
  expect(list).toHaveLength(count)
  const save = list.find((each) => (each as { name: string }).name === 'page.save')
  expect(save).toMatchObject({
    summary: pageOperations.save.summary,
    kind: 'command',
    audience: pageOperations.save.audience,
    isRestOnly: false,
    input: { type: 'object', properties: { pageId: { type: 'integer' }, pageTitle: { type: 'string' } } },
  })
  expect(notesWithin(list)).toEqual([])
  // The schemas are JSON.
  expect(JSON.parse(JSON.stringify(list))).toHaveLength(count)
})

/** What is said to the wires alone, wherever it stands in schemas; fields may have these names. */
function notesWithin(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(['wire', 'alsoNamed', 'urlencoded', 'secret'].includes(name) ? [name] : []),
    ...(name === 'properties' && inner !== null ? Object.values(inner as object) : [inner]).flatMap(notesWithin),
  ])
}

it('two commands that perform the same one at once do not wait for each other in a circle', async () => {
  const { editor, manager, save, titles, product } = await scene()

  await Promise.all([
    perform(product, act, editor.caller, { steps: [save('A1'), save('A2')] }),
    perform(product, act, manager.caller, { steps: [save('B1'), save('B2')] }),
  ])

  expect(await titles()).toEqual(['A1', 'A2', 'B1', 'B2'])
})

it('a command that stands in no table is done in one transaction, only by code that refers to it', async () => {
  const { editor, addItem, addPage, product } = await world()
  const item = await addItem()
  const page = await addPage(item, { content: 'before' })
  const both = {
    ...command({
      summary: 'Saves, and fails if it is told to.',
      audience: 'user',
      input: z.object({ fails: z.boolean() }),
      output: nothing(),
      async run(ctx, { fails }) {
        await ctx.perform('page.save', { pageId: page.id, itemId: item.id, pageTitle: 'Both', pageContent: 'after' })
        if (fails) throw new Error('at the end')
        return {}
      },
    }),
    name: 'hidden.both',
  }
  const holder = command({
    summary: 'Refers to it.',
    audience: 'user',
    withoutTransaction: true,
    input: z.object({ fails: z.boolean() }),
    output: nothing(),
    run: async (ctx, input) => nothing().parse(await ctx.perform(both, input)),
  })
  const contents = async () => (await product.database.access.ofPage(page.id, null))?.page.content

  await expect(editor.do(holder, { fails: true })).rejects.toThrow('at the end')
  expect(await contents()).toBe('before')
  await editor.do(holder, { fails: false })
  expect(await contents()).toBe('after')
  expect(await outcomeOf(editor.do(named({ agent: { look: agentLook } }).agent.look, {}))).toBe('notFound')
})

const agentLook = query({
  summary: 'Asks for it by its name.',
  audience: 'user',
  input: nothing(),
  output: nothing(),
  run: async (ctx) => nothing().parse(await ctx.perform('hidden.both', { fails: false })),
})

it('what is taken from a caller is taken in whatever was begun before, with a door or without one', async () => {
  const { product, admin } = await scene()
  const seen: unknown[] = []
  const taken = async () => {
    const former = { kind: 'user', id: admin.id, isAdmin: true } as const
    const caller = { actor: former, session: admin.session }
    return { caller, take: () => replaceCaller(former, { ...caller, actor: { ...former, isAdmin: false } }) }
  }
  const facts = { summary: 'Tells.', audience: 'user', input: nothing(), output: nothing() } as const
  const tell = { ...query({ ...facts, run: async (ctx) => (seen.push(ctx.actor), {}) }), name: 'agent.tell' }
  const whole = await taken()
  const around = command({
    ...facts,
    async run(ctx) {
      seen.push(ctx.actor)
      whole.take()
      seen.push(ctx.actor)
      await ctx.perform(tell, {})
      return {}
    },
  })
  await perform(product, around, whole.caller, {})
  const part = await taken()
  const ctx = contextFor(product, part.caller, () => undefined, true)
  part.take()
  seen.push(ctx.actor)
  await ctx.perform(tell, {})

  expect(seen.map((actor) => (actor as { readonly isAdmin: boolean }).isAdmin)).toEqual([true, ...Array(4).fill(false)])
})

it('one request performs at most a thousand operations, in whatever way, and a task as many as it has time for', async () => {
  const MOST = 1_000
  const version = async (ctx: Pick<Context, 'perform'>, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await ctx.perform('agent.nothing', {})
  }
  const input = z.object({ times: z.number(), depth: z.number() })
  const greedy = query({
    ...{ summary: 'Performs.', audience: 'anyone', input, output: nothing() },
    async run(ctx, { times, depth }) {
      if (depth > 0) await ctx.perform('agent.greedy', { times, depth: depth - 1 })
      await version(ctx, times)
      return {}
    },
  })
  const idle = query({
    ...{ summary: 'Does nothing.', audience: 'anyone', input: nothing(), output: nothing() },
    run: async () => ({}),
  })
  const table = named({ ...coreOperations, agent: { greedy, nothing: idle } })
  const { editor, product } = await world({ operations: table })
  const tooMany = 'performed after 1000 others for one request'

  await editor.do(table.agent.greedy, { times: MOST, depth: 0 })
  await expect(editor.do(table.agent.greedy, { times: MOST + 1, depth: 0 })).rejects.toThrow(tooMany)
  await expect(editor.do(table.agent.greedy, { times: MOST / 2, depth: 1 })).rejects.toThrow(tooMany)
  const route = contextFor(product, editor.caller, () => undefined, true)
  await expect(version(route, MOST + 1)).rejects.toThrow(tooMany)
  const task = contextFor(product, editor.caller, () => undefined, true, null)
  await version(task, MOST + 1)
})

it('a command that performs more than a thousand operations is undone, also when it goes on', async () => {
  const { editor, save, told, titles } = await scene()
  const steps = [
    save('One'),
    ...Array.from({ length: 1_000 }, () => ['agent.look', { steps: [] }] as [string, unknown]),
  ]

  await expect(editor.do(act, { steps, isLenient: true })).rejects.toThrow('performed after 1000 others')

  expect([await titles(), told]).toEqual([[], []])
})
