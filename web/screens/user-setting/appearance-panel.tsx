import { Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#core/language.ts'
import type { SchemeChoice } from '../../session/boot.ts'
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
  const { chooseLanguage, chooseScheme, choosePreview } = usePreferences()
  const [isPreviewChosen, setPreviewChosen] = useState<boolean | null>(null)

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
      <Checkbox
        label={t('setting.preview')}
        description={t('setting.previewHint')}
        checked={isPreviewChosen ?? user?.keepsPreview ?? false}
        onChange={({ currentTarget: { checked } }) => {
          setPreviewChosen(checked)
          choosePreview(checked)
        }}
      />
    </section>
  )
}
