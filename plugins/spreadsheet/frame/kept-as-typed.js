// luckysheet converts anything that looks like a number or a date: 007 became 7, 1/2 a day of this year, and an id of
// twenty digits lost its last ones. Input that would not be displayed as typed stays text.
window.staysText = (typed) =>
  typeof typed === 'string' &&
  (/^(?:true|false)$/i.test(typed)
    ? typed !== typed.toUpperCase()
    : typed.trim() !== '' && Number.isFinite(Number(typed)) && String(Number(typed)) !== typed)
window.keptAsTyped = (typed, made) =>
  typeof typed !== 'string' || made === null || typed.startsWith("'") || made[0] === typed
    ? made
    : [typed, { fa: '@', t: 's' }, typed]
