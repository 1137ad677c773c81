/**
 * Places where luckysheet
 * - takes the text of a cell for HTML, and would lose what looks like a tag as soon as somebody edits the cell, or
 *   makes something else of it;
 * - moves the caret while somebody types;
 * - does not tell which cell is open;
 * - begins numbers at the left;
 * - measures, copies or calculates again what has not changed.
 *
 * The version is pinned, and a change of it that moves one of these places stops the frame in words.
 */
const PATCHES: readonly (readonly [string, string])[] = [
  // A cell that is edited; it is never empty then but for a break.
  ['$("#luckysheet-rich-text-editor").html(w),n||qo(', '$("#luckysheet-rich-text-editor").html(plainText(w)),n||qo('],
  ['||r||(w="<br/>")', '||r||(w="")'],
  // The bar above the sheet.
  [
    'this.oldvalue=r,$("#luckysheet-functionbox-cell").html(r)',
    'this.oldvalue=plainText(r),$("#luckysheet-functionbox-cell").html(this.oldvalue)',
  ],
  // Texts within formulas.
  [`i.length>0?o+=i+'"</span>'`, `i.length>0?o+=plainText(i)+'"</span>'`],
  ['s.dquote>0)o+=i+"</span>"', 's.dquote>0)o+=plainText(i)+"</span>"'],
  // What becomes a number or a date.
  [
    'function xs(e){var t=null,a={},r=e;',
    'function xs(e){return keptAsTyped(e,xs0(e))}function xs0(e){var t=null,a={},r=e;',
  ],
  [
    'else if("TRUE"===n.toString().toUpperCase())l.m="TRUE",l.ct={fa:"General",t:"b"},l.v=!0;',
    'else if(!l.f&&staysText(n))l.m=n,l.ct={fa:"@",t:"s"},l.v=n;else if("TRUE"===n.toString().toUpperCase())l.m="TRUE",l.ct={fa:"General",t:"b"},l.v=!0;',
  ],
  // The caret within a formula.
  ['l.html(e),r.functionRange(l,e,i)', 'caretKept(l.get(0),function(){l.html(e)})'],
  // The cell that is opened.
  ['ga.luckysheetCellUpdate=[d,h],n||', 'ga.luckysheetCellUpdate=[d,h],cellOpened(ga.currentSheetIndex,d,h,r),n||'],
  ['(a==u.f||a==u.v||a==u.m)', 'isAsOpened(a,u)'],
  // What is typed into the bar above the sheet, and from the cell into the bar.
  ['"<span"==n.html().substr(0,5)||n.html(e))}),1)', '"<span"==n.html().substr(0,5)||n.text(e))}),1)'],
  // … a moment after each key, when another cell may be chosen already.
  [
    'setTimeout((function(){var e=l.text();if(e.length>0',
    'setTimeout((function(){if(!openCell.isOpen())return;var e=l.text();if(e.length>0',
  ],
  // Names of functions that Enter put in the place of what was typed, when that was quicker than the list of them.
  ['else this.searchFunction(e)},updatecell:', '},updatecell:'],
  // Where a text stands in a cell that says nothing about it.
  ['"ht"==t?((null==a||null==(a=a[t]))&&(a="1")', '"ht"==t?((null==a||null==(a=usualAlign(a)))&&(a="1")'],
  // How large a text is when it is drawn.
  [
    'function Fs(e,t,a){var r=ga.measureTextCache[',
    'function Fs(e,t,a){return measured(e,t,a,ga.zoomRatio,Fs0)}function Fs0(e,t,a){var r=ga.measureTextCache[',
  ],
  // What is copied before a cell is changed.
  [
    'g=!0,v=rs.deepCopyFlowData(ga.flowdata),y=null;if("object"==Cm(u))',
    'g=!0,v=withCopiedRow(ga.flowdata,e),y=null;if("object"==Cm(u))',
  ],
  // Which formulas are calculated after a change, in which order, and what they may result in.
  [
    'for(var c=o.getAllFunctionGroup(),u={},d=Tl(),h={},m=0;m<d.length;m++){var p=d[m];h[p.index]=p.data}',
    'var c=o.getAllFunctionGroup(),u={};areasBegun(Tl());',
  ],
  [
    'if(null==r)return"continue";var n=r.toUpperCase()',
    'if(null==r)return"continue";var kept=keptAreas(t.index,r);if(kept)return u[a]={formulaArray:kept,calc_funcStr:r,key:a,r:t.r,c:t.c,index:t.index},"continue";var n=r.toUpperCase()',
  ],
  ['var _={formulaArray:s,', 'var _={formulaArray:keepAreas(t.index,r,s,!i),'],
  [
    'Object.keys(u).forEach((function(e){var t=u[e];w(t.formulaArray',
    'Object.keys({}).forEach((function(e){var t=u[e];w(t.formulaArray',
  ],
  ['T.reverse();for(var R=0;R<T.length;R++){', 'T=formulasInOrder(u,f,i);for(var R=0;isInTime(T,R);R++){'],
  [
    'execfunction:function(',
    'execfunction:function(){return boundedResult(this.execfunction0.apply(this,arguments))},execfunction0:function(',
  ],
]

/** @throws Error when it is not the luckysheet these places were looked up in */
export function patchedLuckysheet(code: string): string {
  return PATCHES.reduce((patched, [place, instead]) => {
    const parts = patched.split(place)
    if (parts.length !== 2) throw new Error(`luckysheet has ${parts.length - 1} places that read ${place}, not one`)
    return parts.join(instead)
  }, code)
}
