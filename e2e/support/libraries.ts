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

/** MooTools 1.2: a \`bind\` with arguments drops those of the call, and constructors of the browser are its own. */
const mooTools = `
  Function.prototype.bind = function (self, args) {
    const run = this;
    if (args === undefined) return function (...values) { return run.apply(self, values); };
    return function () { return run.apply(self, Array.isArray(args) ? args : [args]); };
  };
  window.Event = function Event(event) { return { event, stop() {}, preventDefault() {}, stopPropagation() {} }; };
  window.Request = window.Hash = window.Selectors = window.Class = window.Native = window.Type = function () {};
  Array.prototype.each = function (run, context) { for (let i = 0; i < this.length; i++) run.call(context, this[i], i); };
  Array.prototype.contains = Array.prototype.include = Array.prototype.erase = Array.prototype.empty = function () { return this; };
  String.prototype.contains = function (text) { return this.indexOf(text) > -1; };
  String.prototype.clean = String.prototype.test = String.prototype.substitute = function () { return this; };
  Number.prototype.each = Number.prototype.times = function () {};
  Element.prototype.set = Element.prototype.get = Element.prototype.erase = Element.prototype.getStyle = function () { return null; };
  Element.prototype.clone = Element.prototype.dispose = Element.prototype.empty = Element.prototype.inject = function () { return this; };
  Object.defineProperty(Object.prototype, 'toMoo', { value() { return this; } });
`;

/** Sugar.js 1, and date.js, whose \`Date.parse\` returns a date. */
const sugarJs = `
  const nativeFind = Array.prototype.find;
  const matcherOf = (match) => (typeof match === 'function' ? match : (value) => value === match);
  Array.prototype.find = function (match, context) { return nativeFind.call(this, matcherOf(match), context); };
  Array.prototype.at = function (...at) {
    const all = at.map((index) => this[((index % this.length) + this.length) % this.length]);
    return all.length > 1 ? all : all[0];
  };
  Array.prototype.first = Array.prototype.last = Array.prototype.unique = Array.prototype.isEmpty = function () { return this[0]; };
  String.prototype.each = String.prototype.words = String.prototype.first = function () { return [...this]; };
  const parse = Date.parse;
  Date.parse = (text) => (Number.isNaN(parse(text)) ? null : new Date(parse(text)));
  Date.prototype.toString = function () { return 'a date'; };
  Object.extended = Object.merge = function () { return {}; };
`;

/** What a page without modules declares by accident, and what shims leave behind. */
const globals = `
  var status = 'ready', name = 'page', event = null, chat = {}, Widget = 1, t = 'text', h = [], render = false, signal = 0;
  var Text = 'a text', Image = null, Request = {}, Comment = {}, Option = [], Range = 3, Animation = null, CustomElement = 1;
  NodeList.prototype.map = HTMLCollection.prototype.forEach = Array.prototype.forEach;
  window.setImmediate = undefined;
  window.requestIdleCallback = undefined;
`;

/** A hardened page, as with SES: nobody may change the built-in objects. */
const frozen = `
  for (const one of [Object, Array, Function, String, Number, Boolean, Promise, RegExp, Date, Map, Set, Error, Symbol]) {
    Object.freeze(one.prototype);
    Object.freeze(one);
  }
  for (const one of [JSON, Math, Reflect]) Object.freeze(one);
`;

/** A page without a way to make code from texts, and with loggers that must not be used. */
const restricted = `
  window.eval = window.Function = () => { throw new Error('no code from texts'); };
  document.write = document.execCommand = () => { throw new Error('forbidden'); };
  console.log = console.info = console.debug = () => { throw new Error('no logging here'); };
  window.alert = window.open = window.prompt = undefined;
`;

/** Lists that old scripts extend without a thought of loops. */
const enumerable = `
  Array.prototype.remove = function (one) { return this.filter((other) => other !== one); };
  Array.prototype.last = function () { return this[this.length - 1]; };
  Function.prototype.method = function () { return this; };
  String.prototype.trimAll = function () { return this.trim(); };
`;

export const libraries = {
  'Prototype.js': prototypeJs,
  MooTools: mooTools,
  'Sugar.js and date.js': sugarJs,
  'careless globals': globals,
  'frozen built-ins': frozen,
  'forbidden functions': restricted,
  'extended lists': enumerable,
  'Prototype.js and MooTools together': prototypeJs + mooTools,
};
