// luckysheet makes numbers and dates of what looks like one: 007 became 7, 1/2 a day of this year, and of an id of twenty
// digits the last ones were lost. What would not be shown as it was typed stays text.
window.staysText = (typed) =>
  typeof typed === 'string' &&
  (/^(?:true|false)$/i.test(typed)
    ? typed !== typed.toUpperCase()
    : typed.trim() !== '' && Number.isFinite(Number(typed)) && String(Number(typed)) !== typed)
window.keptAsTyped = (typed, made) =>
  typeof typed !== 'string' || made === null || typed.startsWith("'") || made[0] === typed
    ? made
    : [typed, { fa: '@', t: 's' }, typed]
