import { exportFormat, importFormat, storageOf } from './formats.js'
import { pageKind } from './kind.js'
import { loginMethod, signInRedirect } from './sign-in.js'

const NOTED = 'server-points.noted'
const TITLES = 'server-points.title'
const bytes = (text) => new TextEncoder().encode(text)

export default (kit) => ({
  contributes: contributionsOf(kit),
  settings: settingsOf(kit),
  operations: { serverPoints: operationsOf(kit) },
  tasks: { 'server-points.count': countTask(kit) },
  jobs: { 'server-points.job': { run: ({ store, services }, { text }) => note(store, services, `job ${text}`) } },
  handlers: {
    async 'page.saved'({ store, services }, { page }) {
      await noteTitle(store, services, page)
      await note(store, services, `handler ${page.title}`)
    },
  },
  outbox: {
    notes: { 'page.saved': ({ page }) => ({ title: page.title }) },
    deliver: ({ store, services }, { title }) => note(store, services, `outbox ${title}`),
  },
  routes: routesOf(kit),
  migrations: [{ name: '0001-start', sql: 'create table server_points_thing (id int)' }],
  errors: { pointless: 29901 },
  messages: MESSAGES,
})

/** What it has heard of is kept by what it says, so that it is there once however often it is said. */
const note = (store, services, text) =>
  store.documents.collection(NOTED).put({ key: text, at: services.clock.now(), data: { text } })

/** Found by its words. */
const noteTitle = (store, services, { id: pageId, title }) =>
  store.documents
    .collection(TITLES)
    .put({ key: `${pageId}`, pageId, at: services.clock.now(), data: { text: title }, searchedText: title })

const contributionsOf = ({
  belongings,
  contribute,
  excerptOf,
  exportFormats,
  importFormats,
  loginMethods,
  pageKinds,
  searchSources,
  signInRedirects,
  storageKind,
  storageKinds,
  threadSources,
  transferSteps,
  troubleTellers,
  unreadCounters,
  z,
}) => [
  contribute(importFormats, importFormat),
  contribute(exportFormats, exportFormat),
  contribute(pageKinds, pageKind),
  contribute(loginMethods, loginMethod),
  contribute(signInRedirects, signInRedirect),
  contribute(storageKinds, storageKind({ id: 'heap', settings: z.string(), open: storageOf })),
  contribute(searchSources, {
    id: 'server-points',
    title: { en: 'Points', 'zh-cn': '扩展点' },
    async find({ found }, { words }) {
      const hits = [{ pageId: null, title: `Found ${words.join(' ')}`, excerpt: '', path: '/item/index' }]
      for await (const { document, page } of found(TITLES)) {
        const path = `/${page.itemId}/${page.pageId}`
        hits.push({ pageId: page.pageId, title: 'A title', excerpt: excerptOf(document.data.text, words), path })
      }
      return hits
    },
  }),
  contribute(threadSources, async () => [
    { quote: '', isResolved: false, comments: [{ author: 'Points', text: 'said elsewhere', at: new Date(0) }] },
  ]),
  contribute(unreadCounters, async () => 7),
  contribute(transferSteps, (ctx, item) => note(ctx.store, ctx.services, `transfer of ${item.name}`)),
  contribute(belongings, {
    id: 'point',
    one: { en: 'Point', 'zh-cn': '点' },
    many: { en: 'points', 'zh-cn': '点' },
    list: async (_ctx, userId) => ({ list: [{ id: userId, name: 'Point of view' }], total: 1 }),
    give: async (ctx, from, to) => {
      await note(ctx.store, ctx.services, `points from ${from} to ${to}`)
      return 1
    },
  }),
  contribute(troubleTellers, (ctx, { problem }) => note(ctx.store, ctx.services, problem)),
]

const settingsOf = ({ secretText, z }) =>
  z.object({ greeting: z.string().default('Hello'), key: secretText(100).default('') })

const operationsOf = ({
  command,
  DomainError,
  id,
  line,
  nothing,
  query,
  readSettings,
  settingsSection,
  startTask,
  z,
  ...kit
}) => ({
  noted: query({
    summary: 'What was noted.',
    audience: 'admin',
    input: z.object({ text: line(200) }),
    output: z.object({ isNoted: z.boolean() }),
    run: async ({ store }, { text }) => ({
      isNoted: (await store.documents.collection(NOTED).byKey(text)) !== null,
    }),
  }),
  settings: query({
    summary: 'Its own settings.',
    audience: 'admin',
    input: nothing(),
    output: z.object({ greeting: z.string(), key: z.string() }),
    run: ({ store, services }) =>
      readSettings(store, settingsSection('plugin.server-points', settingsOf({ z, ...kit })), services.seals),
  }),
  rename: command({
    summary: 'Saves a page under another title, as the caller.',
    audience: 'user',
    input: z.object({ itemId: id(), pageId: id(), title: line(50) }),
    output: nothing(),
    async run(ctx, { itemId, pageId, title }) {
      const listed = ctx.operations().some(({ name }) => name === 'page.save')
      if (!listed || title === 'pointless') throw new DomainError('pointless')
      await ctx.perform('page.save', { itemId, pageId, pageTitle: title, pageContent: 'renamed' })
      return {}
    },
  }),
  enqueue: command({
    summary: 'Has a job run.',
    audience: 'user',
    input: nothing(),
    output: nothing(),
    async run({ store }) {
      await store.jobs.enqueue('server-points.job', { text: 'ran' })
      return {}
    },
  }),
  count: command({
    summary: 'Starts a task.',
    audience: 'user',
    input: nothing(),
    output: z.object({ taskId: id() }),
    run: async (ctx) => ({ taskId: await startTask(ctx, 'server-points.count', {}) }),
  }),
  stream: query({
    summary: 'A file of unknown length.',
    audience: 'anyone',
    input: nothing(),
    output: kit.streamedFile(),
    restOnly: true,
    run: async () => ({ name: 'a.txt', mediaType: 'text/plain', content: lines(3) }),
  }),
})

async function* lines(count) {
  for (let line = 1; line <= count; line += 1) yield bytes(`${line}\n`)
}

const countTask = ({ taskKind, z }) =>
  taskKind({
    input: z.object({}),
    limitMs: 60_000,
    async run(_ctx, _input, { progress }) {
      progress({ done: 3, of: 3, what: 'lines' })
      return { text: 'Counted.', file: { name: 'counted.txt', mediaType: 'text/plain', content: lines(3) } }
    },
  })

const TOKEN = { itemId: 7, scopes: ['read'], onBehalfOf: null, secret: 'Bearer of the plugin' }
const routesOf = ({ readAsProgram }) => [
  {
    prefix: '/server-points-token/',
    caller: 'token',
    actorOf: async ({ headers }, ctx) => readAsProgram(ctx, headers.get('authorization') ?? '', [TOKEN]),
    answer: async ({ body }, { actor }) => new Response(body, { headers: { 'x-who': actor.kind } }),
  },
]

const MESSAGES = {
  en: {
    errors: { pointless: 'There is no point in that.' },
    settings: { title: 'Points', greeting: { label: 'Greeting' }, key: { label: 'Key' } },
    tasks: { 'server-points.count': 'Count' },
  },
  'zh-cn': {
    errors: { pointless: '这样做没有意义。' },
    settings: { title: '扩展点', greeting: { label: '问候语' }, key: { label: '密钥' } },
    tasks: { 'server-points.count': '计数' },
    calls: {
      'serverPoints.noted': '已记录的内容。',
      'serverPoints.settings': '插件自身的设置。',
      'serverPoints.rename': '以调用者的身份用另一个标题保存页面。',
      'serverPoints.enqueue': '运行一个作业。',
      'serverPoints.count': '启动一个任务。',
      'serverPoints.stream': '长度未知的文件。',
    },
  },
}
