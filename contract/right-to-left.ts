/** A letter of Hebrew, Arabic or their neighbours. */
export const rightToLeft = /[\u0590-\u08ff]/
