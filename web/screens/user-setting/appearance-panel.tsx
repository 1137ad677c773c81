import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#core/language.ts'
import { api } from '#web/api/trpc.ts'
import type { SchemeChoice } from '../../session/boot.ts'
import { WaitingCheckbox } from '../../parts/waiting-choice.tsx'
import { useSchemeChoice } from '../../session/color-scheme.ts'
import { useCurrentUser } from '../../session/current-user.tsx'
import { usePreferences } from '../../session/preferences.ts'

const SCHEMES = {
  system: 'setting.scheme.system',
  light: 'setting.scheme.light',
  dark: 'setting.scheme.dark',
} as const satisfies Record<SchemeChoice, string>

/** Language, colours and preview: applied immediately, and stored with the account. */
export function AppearancePanel() {
  const { t, i18n } = useTranslation('account')
  const scheme = useSchemeChoice()
  const user = useCurrentUser()
  const { chooseLanguage, chooseScheme } = usePreferences()
  const cache = api.useUtils()
  // While it is saved, what was chosen is shown; afterwards what is kept.
  const [chosenPreview, setChosenPreview] = useState<boolean | null>(null)
  const { mutate } = api.account.choosePreferences.useMutation({
    async onSettled() {
      await cache.account.me.invalidate()
      setChosenPreview(null)
    },
  })

  return (
    <section className="panel">
      <h2>{t('setting.appearance')}</h2>
      <Radio.Group
        label={t('setting.language')}
        value={i18n.language}
        onChange={(language) => void chooseLanguage(language as Language)}
      >
        <div className="choices">
          <Radio value="zh-cn" label={<span lang="zh-CN">简体中文</span>} />
          <Radio value="en" label={<span lang="en">English</span>} />
        </div>
      </Radio.Group>
      <Radio.Group label={t('setting.scheme')} value={scheme} onChange={(choice) => chooseScheme(choice)}>
        <div className="choices">
          {Object.entries(SCHEMES).map(([choice, label]) => (
            <Radio key={choice} value={choice} label={t(label)} />
          ))}
        </div>
      </Radio.Group>
      <WaitingCheckbox
        label={t('setting.preview')}
        description={t('setting.previewHint')}
        isOff={chosenPreview !== null}
        checked={chosenPreview ?? user?.keepsPreview ?? false}
        onChange={({ currentTarget: { checked } }) => {
          if (chosenPreview !== null) return
          setChosenPreview(checked)
          mutate({ keepsPreview: checked })
        }}
      />
    </section>
  )
}
