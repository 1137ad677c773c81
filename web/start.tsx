import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { Router } from 'wouter'
import { AnswersContext, createAnswers } from './api/answers.ts'
import { App, type Screens } from './app.tsx'
import { startTexts } from './i18n/i18n.ts'
import { readBoot } from './session/boot.ts'
import { listenForSteps, useHeldLocation, useHeldSearch } from './session/history-steps.ts'
import { lookLike } from './session/site-look.ts'
import { openAs } from './session/opened-as.ts'
import { runWith } from './session/running-plugins.ts'
import { sitePathHere } from './site-path.ts'

/** Starts the product in this document: hydrates what the server rendered, or renders from scratch. */
export async function start(screens: Screens): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('the document has no root element')
  listenForSteps()
  const boot = readBoot()
  openAs(boot.account)
  lookLike(boot.site)
  runWith(boot.plugins)
  const i18n = await startTexts(boot.language, boot.texts)

  const product = (
    <StrictMode>
      <AnswersContext value={createAnswers(boot.known, i18n)}>
        <I18nextProvider i18n={i18n}>
          <Router base={sitePathHere()} hook={useHeldLocation} searchHook={useHeldSearch}>
            <App screens={screens} />
          </Router>
        </I18nextProvider>
      </AnswersContext>
    </StrictMode>
  )
  if (root.hasChildNodes()) hydrateRoot(root, product)
  else createRoot(root).render(product)
  // A click on a button that was there before this script is made up for: it has left the focus, which keys would show.
  root.querySelector<HTMLElement>('button:focus:not(:focus-visible)')?.click()
}
