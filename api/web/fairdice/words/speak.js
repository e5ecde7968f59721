// Messages: the words of one language, with places for facts.
//
// ``{name}`` is a fact. ``{n|one={n} roll|other={n} rolls}`` chooses by it: the branch of this very value (``0=``, ``left=``;
// ``=`` for a fact that is absent), else of its plural category if it is a number, else ``other``. Branches may hold facts,
// no further choices. A fact that others wrote (a name, a reason) must not choose but between ``=`` and ``other``.

/**
 * @typedef {((key: string, facts?: Record<string, any>) => string) & {lang: string, list: (words: string[]) => string}} Speak
 */

const PLACE = /\{(\w+)((?:\|(?:[^{}|]|\{\w+\})*)*)\}/g;

/**
 * A function that says a message with its facts put in; `lang` is its language, `list` says "Ana, Ben and Cleo". A key
 * without a message is said as it is. What facts hold is never read as a message.
 * @param {Record<string, string>} messages
 * @param {string} lang as in BCP 47
 * @returns {Speak}
 */
export function makeSpeak(messages, lang) {
  const plurals = new Intl.PluralRules(lang);
  // American lists have another comma.
  const lists = new Intl.ListFormat(lang === "en" ? "en-GB" : lang);
  /**
   * @param {string} text
   * @param {Record<string, any>} facts
   * @returns {string}
   */
  const fill = (text, facts) =>
    text.replace(PLACE, (_, name, choice) => {
      const value = facts[name] ?? "";
      if (!choice) return `${value}`;
      const branches = new Map(
        choice
          .slice(1)
          .split("|")
          .map((/** @type {string} */ branch) => branch.split(/=(.*)/s)),
      );
      const category = typeof value === "number" ? plurals.select(value) : "other";
      return fill(branches.get(`${value}`) ?? branches.get(category) ?? branches.get("other") ?? "", facts);
    });
  return Object.assign(
    (/** @type {string} */ key, /** @type {Record<string, any>} */ facts = {}) => fill(messages[key] ?? key, facts),
    { lang, list: (/** @type {string[]} */ words) => lists.format(words) },
  );
}
