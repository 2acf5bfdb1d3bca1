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
  const now = Date.now;
  Date.now = () => new Date(now());
`;

/** What a page without modules declares by accident, and what shims leave behind. */
const globals = `
  var status = 'ready', name = 'page', event = null, chat = {}, Widget = 1, t = 'text', h = [], render = false, signal = 0;
  var Text = 'a text', Image = null, Request = {}, Comment = {}, Option = [], Range = 3, Animation = null, CustomElement = 1;
  var URL = 'https://site.example/', CSS = {}, Node = 1, Element = {}, File = 1, Selection = 1, Storage = {}, Response = 1;
  var screen = 'home', origin = 'here', external = 1, innerWidth = 'wide', scrollY = 'top', navigation = 1, scheduler = 1;
  window.open = window.close = window.find = window.stop = window.print = window.scroll = () => { throw new Error('of the page'); };
  window.setImmediate = window.requestIdleCallback = window.structuredClone = window.event = undefined;
  window.crypto.randomUUID = undefined;
`;

/** A hardened page, as with SES: nobody may change the built-in objects, but everybody may have their own \`valueOf\`. */
const hardened = `
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    const { value, configurable } = Object.getOwnPropertyDescriptor(Object.prototype, name);
    if (value === undefined || !configurable) continue;
    Object.defineProperty(Object.prototype, name, {
      get: () => value,
      set(own) { Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true }); },
    });
  }
  for (const one of [Object, Array, Function, String, Number, Boolean, Promise, RegExp, Date, Map, Set, Symbol]) {
    Object.freeze(one.prototype);
    Object.freeze(one);
  }
  for (const one of [JSON, Math, Reflect]) Object.freeze(one);
`;

/** A page without a way to make code from texts, and with loggers that must not be used. */
const restricted = `
  window.Function = () => { throw new Error('no code from texts'); };
  document.write = document.execCommand = () => { throw new Error('forbidden'); };
  console.log = console.info = console.debug = () => { throw new Error('no logging here'); };
  window.alert = window.open = window.prompt = undefined;
`;

/** Old scripts that add to lists, functions and texts without a thought of loops. */
const enumerable = `
  Array.prototype.remove = function (one) { return this.filter((other) => other !== one); };
  Array.prototype.last = function () { return this[this.length - 1]; };
  Function.prototype.method = function () { return this; };
  String.prototype.trimAll = function () { return this.trim(); };
`;

/** Methods that take HTML instead of elements, or return what jQuery would. */
const elements = `
  Element.prototype.append = function (html) { this.innerHTML += html; return this; };
  for (const name of ['prepend', 'before', 'after', 'replaceWith', 'replaceChildren']) {
    Element.prototype[name] = function (html) { this.insertAdjacentHTML('beforebegin', html); return this; };
  }
  Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
  for (const list of [NodeList, HTMLCollection, DOMTokenList]) delete list.prototype[Symbol.iterator];
  window.matchMedia = (media) => ({ media, matches: false, addListener() {}, removeListener() {} });
`;

/** Shims of what the language has had since: with fewer parameters, or with others. */
const shims = `
  String.prototype.startsWith = function (start) { return this.indexOf(start) === 0; };
  String.prototype.endsWith = function (end) { return this.slice(-end.length) === end; };
  String.prototype.includes = function (text) { return this.indexOf(text) > -1; };
  String.prototype.padStart = String.prototype.padEnd = function (character, length) {
    let text = String(this);
    while (text.length < length) text = character + text;
    return text;
  };
  String.prototype.at = function (...at) { return at.map((index) => this.charAt(index)); };
  String.prototype.replaceAll = function (text, other) { return this.split(text).join(other); };
  Array.prototype.find = function (run) { for (let i = 0; i < this.length; i++) if (run.call(this, this[i], i)) return this[i]; return null; };
  Array.prototype.fill = Array.prototype.copyWithin = function () { return this; };
  Array.from = (list) => Array.prototype.slice.call(list);
  Object.assign = (target, ...others) => { for (const other of others) for (const name in other) target[name] = other[name]; return target; };
  Object.entries = (object) => { const all = []; for (const name in object) all.push([name, object[name]]); return all; };
  const { parse } = JSON;
  JSON.parse = (text, revive) => { if (!/^[{[]/.test(text)) throw new SyntaxError('JSON.parse'); return parse(text, revive); };
  window.URL = class extends URL {};
`;

/** JSON2 and its time: everything has a \`toJSON\`. */
const json = `
  for (const one of [Array, String, Number, Boolean, Date]) one.prototype.toJSON = function () { return 'json'; };
  Object.defineProperty(Object.prototype, 'toJSON', { value() { return 'json'; }, writable: true });
`;

/** A promise of its own, without what came after 2015. */
const promises = `
  const Native = window.Promise;
  const wrap = (inner) => new window.Promise((done, fail) => { inner.then(done, fail); });
  window.Promise = function Promise(run) {
    const inner = new Native(run);
    this.then = (...handlers) => wrap(inner.then(...handlers));
    this.catch = (handler) => wrap(inner.then(undefined, handler));
  };
  for (const name of ['resolve', 'reject', 'all', 'race']) window.Promise[name] = (value) => wrap(Native[name](value));
`;

export const libraries = {
  'Prototype.js': prototypeJs,
  MooTools: mooTools,
  'Sugar.js and date.js': sugarJs,
  'careless globals': globals,
  'hardened built-ins': hardened,
  'forbidden functions': restricted,
  'extended lists': enumerable,
  'elements of a library': elements,
  'shims of other versions': shims,
  'JSON of its own': json,
  'promises of its own': promises,
  'Prototype.js and MooTools together': prototypeJs + mooTools,
};
