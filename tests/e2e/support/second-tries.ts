import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Ends the run with the list of tests that passed at their second try only, and why they failed at the first. */
export default class SecondTries implements Reporter {
  #tests: () => readonly TestCase[] = () => []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = () => suite.allTests()
  }

  onEnd(): void {
    const skipped = this.#tests().filter((test) => test.outcome() === 'skipped')
    for (const test of skipped) process.stdout.write(`Skipped: ${nameOf(test)}\n`)
    const unsteady = this.#tests().filter((test) => test.outcome() === 'flaky')
    if (unsteady.length === 0) {
      process.stdout.write('No test needed a second try.\n')
      return
    }
    process.stdout.write(`Needed a second try, which is a fault to look for: ${unsteady.length}\n`)
    for (const test of unsteady) process.stdout.write(described(test))
  }

  printsToStdio(): boolean {
    return false
  }
}

const nameOf = (test: TestCase): string => test.titlePath().filter(Boolean).join(' › ')

function described(test: TestCase): string {
  const reason = test.results[0]?.error?.message?.split('\n', 1)[0] ?? 'without a message'
  return `  ${nameOf(test)}\n    ${reason}\n`
}
