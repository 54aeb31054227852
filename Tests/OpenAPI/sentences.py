"""Validation of answers. The sentences of an answer, such as its conventions, are `examples` of their schemas rather than constants, of which
generators make names. This validator holds them to the examples."""

from jsonschema import Draft202012Validator, ValidationError, validators


def is_an_example(validator, examples, instance, schema):
    if validator.is_type(instance, "string") and instance not in examples:
        yield ValidationError(f"{instance!r} is none of {examples}")


Validator = validators.extend(Draft202012Validator, {"examples": is_an_example})
