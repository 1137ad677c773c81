const COLLECTION = 'sealing.note'
const KEY = 'the only one'
/** With the name of the plugin, and without. */
const PURPOSES = { named: 'sealing:note', unnamed: 'note' }
const ofEach = (made) =>
  Object.fromEntries(Object.entries(PURPOSES).map(([name, purpose]) => [name, made(name, purpose)]))
const digestBy = (seals) => seals.digest('the text of the digest', 'note')
const texts = { settings: { secret: { label: 'Secret' } } }

export default ({ contribute, sealedDocuments, secretText, settingsSection, z, ...kit }) => {
  const settings = z.object({ secret: secretText(100).default('') })
  return {
    settings,
    messages: { en: texts, 'zh-cn': texts },
    operations: { sealing: operationsOf({ z, section: settingsSection('plugin.sealing', settings), ...kit }) },
    contributes: [
      contribute(sealedDocuments, {
        collection: COLLECTION,
        resealed: ({ data }, { before, after }) => ({
          ...ofEach((name, purpose) => after.seal(before.open(data[name], purpose), purpose)),
          digest: digestBy(after),
        }),
      }),
    ],
  }
}

const operationsOf = ({ command, nothing, query, readSettings, section, writeSettings, z }) => ({
  keep: command({
    summary: 'Keeps sealed texts.',
    audience: 'admin',
    input: nothing(),
    output: nothing(),
    async run({ store, services: { clock, seals } }) {
      const data = { ...ofEach((name, purpose) => seals.seal(`hush ${name}`, purpose)), digest: digestBy(seals) }
      await store.documents.collection(COLLECTION).put({ key: KEY, at: clock.now(), data })
      await writeSettings(store, section, { secret: 'hush setting' }, seals)
      return {}
    },
  }),
  open: query({
    summary: 'Opens all of them.',
    audience: 'admin',
    input: nothing(),
    output: z.object({ opened: z.array(z.string()), isDigestSame: z.boolean() }),
    async run({ store, services: { seals } }) {
      const { data } = await store.documents.collection(COLLECTION).byKey(KEY)
      const texts = ofEach((name, purpose) => seals.open(data[name], purpose))
      const { secret } = await readSettings(store, section, seals)
      return { opened: [...Object.values(texts), secret], isDigestSame: data.digest === digestBy(seals) }
    },
  }),
})
