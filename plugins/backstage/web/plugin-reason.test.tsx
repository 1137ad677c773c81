import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { textsOf } from '#web/extensions/plugin-texts.ts'
import { startTexts } from '#web/i18n/i18n.ts'
import common from '#web/i18n/en/common.json' with { type: 'json' }
import en from '../locales/en.json' with { type: 'json' }
import chinese from '../locales/zh-cn.json' with { type: 'json' }
import { usePluginReasons, type ListedPlugin } from './plugin-reason.ts'

type Failure = NonNullable<ListedPlugin['failures']>['last']

function Said({ last }: { readonly last: Failure }) {
  return usePluginReasons().ofFailures({ count: 1, last })
}

const FAILURE: Failure = { how: 'error', part: 'job', name: 'pets.feed', problem: '', at: '2026-01-02T03:04:05.000Z' }

it.each([
  ['en', en, '', /: the job pets\.feed failed\.$/],
  ['en', en, 'no food', /: the job pets\.feed failed \(no food\)\.$/],
  ['zh-cn', chinese, '', /：作业 pets\.feed 出错。$/],
  ['zh-cn', chinese, 'no food', /：作业 pets\.feed 出错（no food）。$/],
] as const)(
  'says in %s what a plugin said of its failure, if it said anything',
  async (language, texts, problem, said) => {
    const i18n = await startTexts(language, { common, [textsOf('backstage')]: texts })

    const shown = renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <Said last={{ ...FAILURE, problem }} />
      </I18nextProvider>,
    )

    expect(shown).toMatch(said)
  },
)
