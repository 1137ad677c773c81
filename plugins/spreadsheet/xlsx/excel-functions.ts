import type { Expression } from '../formula/parsed.ts'

const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '))

/**
 * Functions of Excel whose results depend on cells alone. What is not here, e.g. WEBSERVICE, RTD, CALL or INDIRECT, may
 * contact a server, start a program or read another file (threats X5).
 */
const HARMLESS = new Set(
  words(
    'ABS ACCRINT ACOS ACOSH ADDRESS AND ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS',
    'BIN2DEC BIN2HEX BIN2OCT CEILING CHAR CHOOSE CLEAN CODE COLUMN COLUMNS COMBIN CONCATENATE CONVERT CORREL COS COSH',
    'COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COVAR DATE DATEDIF DATEVALUE DAY DAYS360 DB DDB DEC2BIN DEC2HEX DEC2OCT',
    'DEGREES DELTA DEVSQ DOLLAR EDATE EFFECT EOMONTH ERF ERFC EVEN EXACT EXP FACT FACTDOUBLE FALSE FIND FIXED FLOOR',
    'FORECAST FREQUENCY FV GCD GEOMEAN GESTEP GROWTH HARMEAN HEX2BIN HEX2DEC HEX2OCT HLOOKUP HOUR IF IFERROR INDEX INT',
    'INTERCEPT IPMT IRR ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER ISODD ISREF ISTEXT KURT LARGE',
    'LCM LEFT LEFTB LEN LENB LINEST LN LOG LOG10 LOOKUP LOWER MATCH MAX MAXA MDETERM MEDIAN MID MIDB MIN MINA MINUTE',
    'MINVERSE MIRR MMULT MOD MODE MONTH MROUND MULTINOMIAL N NA NETWORKDAYS NOMINAL NORMDIST NORMINV NORMSDIST NORMSINV',
    'NOT NOW NPER NPV OCT2BIN OCT2DEC OCT2HEX ODD OR PEARSON PERCENTILE PERCENTRANK PERMUT PI PMT POWER PPMT PRODUCT',
    'PROPER PV QUARTILE QUOTIENT RADIANS RAND RANDBETWEEN RANK RATE REPLACE REPLACEB REPT RIGHT RIGHTB ROMAN ROUND',
    'ROUNDDOWN ROUNDUP ROW ROWS RSQ SEARCH SEARCHB SECOND SIGN SIN SINH SKEW SLN SLOPE SMALL SQRT SQRTPI STANDARDIZE',
    'STDEV STDEVA STDEVP STDEVPA SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SUMX2MY2 SUMX2PY2 SUMXMY2 SYD T',
    'TAN TANH TEXT TIME TIMEVALUE TODAY TRANSPOSE TREND TRIM TRIMMEAN TRUE TRUNC TYPE UPPER VALUE VAR VARA VARP VARPA',
    'VLOOKUP WEEKDAY WEEKNUM WORKDAY XIRR XNPV YEAR YEARFRAC',
  ),
)

/** Harmless functions that came later, and have another name in a file than on the screen. */
const LATER = new Set(
  words(
    'ACOT ACOTH AGGREGATE ARABIC BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR CEILING.MATH COMBINA CONCAT COT COTH CSC',
    'CSCH COVARIANCE.P COVARIANCE.S DAYS DECIMAL FLOOR.MATH FORECAST.LINEAR IFNA IFS ISOWEEKNUM MAXIFS MINIFS MODE.SNGL',
    'MUNIT NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC',
    'PERCENTRANK.INC PERMUTATIONA QUARTILE.EXC QUARTILE.INC RANK.AVG RANK.EQ SEC SECH STDEV.P STDEV.S SWITCH TEXTJOIN',
    'UNICHAR UNICODE VAR.P VAR.S XLOOKUP XMATCH XOR',
  ),
)

/** Whether a formula does nothing but calculate, also with functions that are not calculated here. */
export function isHarmless(expression: Expression | null): boolean {
  if (expression === null) return false
  if (expression.kind === 'pair') return isHarmless(expression.left) && isHarmless(expression.right)
  if (expression.kind === 'sign') return isHarmless(expression.of)
  if (expression.kind !== 'call') return true
  const isKnown = HARMLESS.has(expression.name) || LATER.has(expression.name)
  return isKnown && expression.parameters.every((parameter) => parameter === null || isHarmless(parameter))
}

/** Texts of a formula, where functions are not looked for, or one of its functions. */
const CALL = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?:_xlfn\.)?(?:_xlws\.)?([A-Za-z][A-Za-z0-9.]*)(?=\s*\()/g

/** A formula as it is stored in a file. */
export const fileFormula = (formula: string): string =>
  formula.replaceAll(CALL, (found, name?: string) =>
    name !== undefined && LATER.has(name.toUpperCase()) ? `_xlfn.${name}` : found,
  )

/** A formula of a file as people read it. */
export const typedFormula = (formula: string): string =>
  formula.replaceAll(CALL, (found, name?: string) => name ?? found)
