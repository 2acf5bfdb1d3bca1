/*
 * What libraries and pages change in the browser's built-in objects before the widget's script runs: imitations of those that
 * sites still have, as scripts. Each keeps to the behavior that differs from the language.
 */

/** Prototype.js 1.7, which Magento 1 and 2 have brought to many shops. */
const prototypeJs = `
  Array.from = (iterable) => {
    if (!iterable) return [];
    const results = new Array(iterable.length || 0);
    for (let index = 0; index < results.length; index++) results[index] = iterable[index];
    return results;
  };
  Array.prototype.each = function (run, context) { for (let i = 0; i < this.length; i++) run.call(context, this[i], i); return this; };
  const collect = (list, iterator, context, keep) => {
    const results = [];
    list.each((value, index) => keep(results, value, iterator.call(context, value, index)));
    return results;
  };
  Array.prototype.map = Array.prototype.collect = function (iterator = (value) => value, context) {
    return collect(this, iterator, context, (results, _, result) => results.push(result));
  };
  Array.prototype.filter = Array.prototype.findAll = Array.prototype.select = function (iterator, context) {
    return collect(this, iterator, context, (results, value, result) => result && results.push(value));
  };
  Array.prototype.entries = Array.prototype.toArray = function () { return this.map(); };
  Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
  Array.prototype.toJSON = function () { return '[' + this.map((value) => JSON.stringify(value)).join(', ') + ']'; };
  Date.prototype.toJSON = function () { return '"' + this.toISOString() + '"'; };
  String.prototype.toJSON = function () { return JSON.stringify(String(this)); };
  HTMLElement.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
  HTMLElement.prototype.scrollTo = function () { window.scrollTo(0, this.getBoundingClientRect().top); return this; };
  HTMLElement.prototype.select = function (selector) { return [...this.querySelectorAll(selector)]; };
  for (const name of ['update', 'insert', 'wrap', 'up', 'down', 'next', 'match', 'show', 'hide', 'toggle', 'visible', 'fire', 'observe']) {
    HTMLElement.prototype[name] = function () { return this; };
  }
  window.$ = window.$$ = window.Hash = window.Template = window.Class = window.Ajax = function () {};
`;

export const libraries = { 'Prototype.js': prototypeJs };
